import { POSTER } from '../poster.ts';
import type { FilmFacts } from './probe.ts';
import type { Rendition } from './renditions.ts';
import { spriteFilter, type ThumbnailGrid } from './thumbnails.ts';
import { TONE_TABLE } from './tone-table.ts';

/** Position of the poster as a share of the length, since many films begin with a black frame. */
const POSTER_AT = 0.2;
export const SOUND_HZ = 48_000;
/** Maximum time for which the last picture stays, unless the sound continues. */
const LAST_PICTURE_MS = 10_000;
/** Priming samples that AAC encoders put before the sound (ISO/IEC 14496-24). */
const PRIMING = 1_024;

/**
 * Filters from the film's picture to `[o0]` … for each size, `[poster]` and `[sprite]`. Output begins at 0 with the
 * first picture, even if the file's begins later. Its rate is steady, and the last picture stays while the sound is
 * longer.
 */
export function pictureFilters(
  facts: FilmFacts,
  renditions: readonly Rendition[],
  thumbnails: ThumbnailGrid | null,
): string {
  const { width: wide = 0, height: high = 0 } = renditions[0] ?? {};
  const { width, height } = POSTER;
  const seconds = facts.durationMs / 1_000;
  const steady = [
    `fps=fps=${rateText(facts.fps)}:start_time=0`,
    `tpad=stop_mode=clone:stop_duration=${facts.stillMs + LAST_PICTURE_MS}ms`,
    `trim=end=${seconds}`,
    ...scaled(facts, wide, high),
  ];
  const posterAt = (seconds * POSTER_AT).toFixed(3);
  const cover = `${width}:${height}:force_original_aspect_ratio=increase,crop=${width}:${height}`;
  const names = [...renditions.map((_, n) => `[i${n}]`), '[p]', ...(thumbnails ? ['[s]'] : [])];
  return [
    `[0:V:0]${steady.join(',')},split=${names.length}${names.join('')}`,
    ...renditions.map((one, n) => `[i${n}]scale=${one.width}:${one.height},setsar=1[o${n}]`),
    `[p]select='gte(t,${posterAt})',scale=${cover}[poster]`,
    ...(thumbnails ? [`[s]${spriteFilter(thumbnails)}[sprite]`] : []),
  ].join(';');
}

/** Scales to the largest size with square pixels; HDR becomes ITU-R BT.709. */
function scaled({ hdr }: FilmFacts, width: number, height: number): string[] {
  if (hdr === null) return [`scale=${width}:${height}`, 'setsar=1'];
  return [
    `scale=${width}:${height}:in_color_matrix=bt2020`,
    ...['format=gbrp10', `lut3d=file=${TONE_TABLE}`, 'scale=out_color_matrix=bt709:out_range=tv'],
    ...['format=yuv420p', 'setsar=1', 'setparams=range=tv:color_primaries=bt709:color_trc=bt709:colorspace=bt709'],
  ];
}

/** The rate in broadcast notation: 29.97 is `30000/1001`. */
function rateText(fps: number): string {
  const whole = Math.round(fps * 1.001);
  const isNtsc = Math.abs(fps - (whole * 1_000) / 1_001) < 0.006 && Math.abs(fps - Math.round(fps)) > 0.006;
  return isNtsc ? `${whole * 1_000}/1001` : String(Math.round(fps * 1_000) / 1_000);
}

/**
 * Filters from the film's sound to `[a0]` …, one for each size: stereo, from 0 to the end of the film. Gaps become
 * silence, and clock drift is corrected. Players play the encoder's priming samples, so the film's first samples are
 * dropped to make room for them.
 */
export function soundFilters({ durationMs, channels }: FilmFacts, sizes: number): string {
  const samples = Math.round((durationMs * SOUND_HZ) / 1_000);
  const names = Array.from({ length: sizes }, (_, n) => `[a${n}]`).join('');
  const filters = [
    ...(channels > 8 ? [manyToStereo(channels)] : []),
    `aresample=${SOUND_HZ}:flags=res:async=1000:min_comp=0.01:min_hard_comp=0.03:first_pts=0`,
    'aformat=sample_fmts=fltp:channel_layouts=stereo',
    ...[`apad=whole_len=${samples}`, `atrim=start_sample=${PRIMING}:end_sample=${samples}`],
    `asplit=${sizes}${names}`,
  ];
  return `[0:a:0]${filters.join(',')}`;
}

/**
 * Downmix of many channels. Their order is not standardized, so they alternate between left and right, and none is
 * lost.
 */
function manyToStereo(channels: number): string {
  const side = (first: number) =>
    Array.from({ length: Math.ceil((channels - first) / 2) }, (_, n) => `c${first + n * 2}`).join('+');
  return `pan=stereo|c0<${side(0)}|c1<${side(1)}`;
}
