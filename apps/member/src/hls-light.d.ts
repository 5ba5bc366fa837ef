/** The package has types only for its full build. Those of the light build are the same, minus what it omits. */
declare module 'hls.js/light' {
  export * from 'hls.js';
  export { default } from 'hls.js';
}
