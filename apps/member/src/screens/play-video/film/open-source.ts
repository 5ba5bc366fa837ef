import type { Source, SourceAsk } from './source.ts';

/** Asked for as soon as this chunk is read; phones that play HLS by themselves need none of it. */
const byHls = 'MediaSource' in globalThis ? import('./hls-source.ts') : null;
// Whoever opens a film is told.
byHls?.catch(() => undefined);

/**
 * The way that this browser has; what is asked of it before it is there is done then. Throws where its code does not
 * come: browsers remember that, and ask for it again only with the whole page.
 */
export async function loadSource(): Promise<(ask: SourceAsk) => Source> {
  return byHls === null ? (await import('./native-source.ts')).openNative : (await byHls).openHls;
}
