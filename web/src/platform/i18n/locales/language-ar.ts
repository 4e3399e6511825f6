/** The texts that every page needs, in one chunk: one request instead of one per namespace. */
export { default as area } from './ar/area.json';
export { default as login } from './ar/login.json';
export { default as shell } from './ar/shell.json';
export { default as widgets } from './ar/widgets.json';
