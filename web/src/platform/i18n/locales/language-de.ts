/** The texts that every page needs, in one chunk: one request instead of one per namespace. */
export { default as area } from './de/area.json';
export { default as login } from './de/login.json';
export { default as shell } from './de/shell.json';
export { default as widgets } from './de/widgets.json';
