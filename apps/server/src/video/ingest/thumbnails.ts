import { HOUR_MS } from '../../durations.ts';
import type { FilmFacts } from './probe.ts';

/** A sprite sheet of seek thumbnails, row by row, at equal intervals in seconds. */
export interface ThumbnailGrid {
  everySeconds: number;
  count: number;
  columns: number;
  rows: number;
  width: number;
  height: number;
}

const COUNT_MAX = 100;
const COLUMNS_MAX = 10;
const LONG_SIDE = 160;

/** The grid of a film; null if it would have fewer than two thumbnails. */
export function thumbnailGridOf({ durationMs, width, height }: FilmFacts): ThumbnailGrid | null {
  const seconds = durationMs / 1_000;
  const everySeconds = Math.max(1, Math.ceil(seconds / COUNT_MAX));
  const count = Math.floor(seconds / everySeconds);
  if (count < 2) return null;
  const columns = Math.min(COLUMNS_MAX, count);
  const scale = LONG_SIDE / Math.max(width, height);
  return {
    everySeconds,
    count,
    columns,
    rows: Math.ceil(count / columns),
    width: even(width * scale),
    height: even(height * scale),
  };
}

function even(length: number): number {
  return Math.max(2, 2 * Math.round(length / 2));
}

/** ffmpeg filter that takes the picture in the middle of each interval. */
export function spriteFilter({ everySeconds, columns, rows, width, height }: ThumbnailGrid): string {
  return `fps=1/${everySeconds},scale=${width}:${height},tile=${columns}x${rows}`;
}

/** WebVTT whose cues name a region of the sprite sheet (Media Fragments URI 1.0, section 4.2.2). */
export function thumbnailTrack(grid: ThumbnailGrid, sprite: string, durationMs: number): string {
  const { everySeconds, count, columns, width, height } = grid;
  const cues = Array.from({ length: count }, (_, n) => {
    const from = n * everySeconds * 1_000;
    const until = n === count - 1 ? durationMs : from + everySeconds * 1_000;
    const place = [(n % columns) * width, Math.floor(n / columns) * height, width, height];
    return `${timeText(from)} --> ${timeText(until)}\n${sprite}#xywh=${place.join(',')}\n`;
  });
  return ['WEBVTT\n', ...cues].join('\n');
}

function timeText(ms: number): string {
  const two = (n: number) => String(Math.floor(n)).padStart(2, '0');
  const rest = String(ms % 1_000).padStart(3, '0');
  return `${two(ms / HOUR_MS)}:${two((ms / 60_000) % 60)}:${two((ms / 1_000) % 60)}.${rest}`;
}
