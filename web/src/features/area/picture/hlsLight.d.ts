/** The light build of hls.js has no types of its own; those of hls.js fit. */
declare module 'hls.js/light' {
  export { default } from 'hls.js';
}
