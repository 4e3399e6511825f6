/** The texts that every page has from its start, in one file: one request instead of one for each namespace. */
export { default as area } from './ar/area.json';
export { default as login } from './ar/login.json';
export { default as shell } from './ar/shell.json';
export { default as widgets } from './ar/widgets.json';
