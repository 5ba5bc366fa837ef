import type { Source, SourceAsk } from './source.ts';

/**
 * Returns the source for this browser, and loads its code when a film is opened. Phones with only native HLS need no
 * hls.js. Throws if the code cannot be loaded; browsers cache that failure until the page is reloaded.
 */
export async function loadSource(): Promise<(ask: SourceAsk) => Source> {
  if ('MediaSource' in globalThis) return (await import('./hls-source.ts')).openHls;
  return (await import('./native-source.ts')).openNative;
}
