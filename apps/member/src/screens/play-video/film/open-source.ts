import type { Source, SourceAsk } from './source.ts';

/** Starts to load early, with this chunk. Phones with only native HLS skip it. */
const byHls = 'MediaSource' in globalThis ? import('./hls-source.ts') : null;
// `loadSource` reports the failure.
byHls?.catch(() => undefined);

/**
 * Returns the source for this browser. Throws if its code cannot be loaded; browsers cache that failure until the page
 * is reloaded.
 */
export async function loadSource(): Promise<(ask: SourceAsk) => Source> {
  return byHls === null ? (await import('./native-source.ts')).openNative : (await byHls).openHls;
}
