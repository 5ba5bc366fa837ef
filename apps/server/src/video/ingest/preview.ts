import { segmentSecondsOf } from './encode.ts';
import { FilmFault } from './ffmpeg.ts';
import type { MediaList } from './playlist.ts';

/** What of a film everybody may see: a quarter of it, and half a minute at most. */
const PREVIEW = { share: 0.25, msMax: 30_000 };

/**
 * How many segments the preview has: whole ones, one at least, and never all of the film's. Throws a `FilmFault` for a
 * film of one segment, which could not be shown without being given away.
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

/** Of a film that is not encoded yet: its preview will not be longer (ms). */
export function previewMsMax(durationMs: number): number {
  return Math.max(segmentSecondsOf({ durationMs }) * 1_000, Math.min(PREVIEW.msMax, durationMs * PREVIEW.share));
}

/** The playlist with its first segments alone, closed. */
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
