/** The texts that every page needs, in one chunk: one request instead of one per namespace. */
export { default as area } from './en/area.json';
export { default as login } from './en/login.json';
export { default as shell } from './en/shell.json';
export { default as widgets } from './en/widgets.json';
