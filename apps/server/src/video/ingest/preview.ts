import { segmentSecondsOf } from './encode.ts';
import { FilmFault } from './ffmpeg.ts';
import type { MediaList } from './playlist.ts';

/** Length of the public preview: a quarter of the film, at most half a minute. */
const PREVIEW = { share: 0.25, msMax: 30_000 };

/**
 * Number of whole segments in the preview: at least one, never all. Throws a `FilmFault` for a film of one segment,
 * since its preview would be the whole film.
 */
export function previewCount({ segments, durationMs }: MediaList): number {
  if (segments.length < 2) throw new FilmFault('too-short');
  const msMax = Math.min(PREVIEW.msMax, durationMs * PREVIEW.share);
  let [count, ms] = [0, 0];
  for (const segment of segments) {
    if (ms + segment.ms > msMax) break;
    ms += segment.ms;
    count++;
  }
  return Math.max(1, count);
}

/** Maximum length of the preview of a film before it is encoded, in milliseconds. */
export function previewMsMax(durationMs: number): number {
  return Math.max(segmentSecondsOf({ durationMs }) * 1_000, Math.min(PREVIEW.msMax, durationMs * PREVIEW.share));
}

/** The playlist with its first `count` segments only, closed. */
export function previewPlaylist(text: string, count: number): string {
  const lines: string[] = [];
  let left = count;
  for (const line of text.split('\n')) {
    if (line.startsWith('#EXTINF:') && left === 0) break;
    if (line === '#EXT-X-ENDLIST') break;
    lines.push(line);
    if (line !== '' && !line.startsWith('#')) left--;
  }
  return [...lines.filter((line) => line !== ''), '#EXT-X-ENDLIST', ''].join('\n');
}
