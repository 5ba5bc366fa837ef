import type { Source, SourceAsk } from './source.ts';

/** Asked for as soon as this chunk is read; phones that play HLS by themselves need none of it. */
const byHls = 'MediaSource' in globalThis ? import('./hls-source.ts') : null;

/** The way that this browser has; what is asked of it before it is there is done then. */
export async function loadSource(): Promise<(ask: SourceAsk) => Source> {
  return byHls === null ? (await import('./native-source.ts')).openNative : (await byHls).openHls;
}
