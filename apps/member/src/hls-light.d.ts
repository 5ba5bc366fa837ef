/** The package types its whole self alone; of the light one it says that it is the same without what it leaves out. */
declare module 'hls.js/light' {
  export * from 'hls.js';
  export { default } from 'hls.js';
}
