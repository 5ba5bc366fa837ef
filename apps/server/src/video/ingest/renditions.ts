import type { FilmFacts } from './probe.ts';

/** One size of an encoded film. */
export interface Rendition {
  width: number;
  height: number;
  /** Bit rate of the picture in bit/s: the average, and the maximum over two segments. */
  bitrate: number;
  bitrateMax: number;
}

/** By the shorter side, as sizes are usually named. */
const LADDER = [
  { side: 1_080, bitrate: 4_000_000 },
  { side: 720, bitrate: 2_300_000 },
  { side: 480, bitrate: 1_100_000 },
  { side: 240, bitrate: 350_000 },
];
const PEAK = 1.25;

/**
 * Two to four sizes, largest first. None is larger than the film; the smallest is for slow connections. A film below
 * the smallest step gets its own size and half of it.
 */
export function renditionsOf({ width, height }: Pick<FilmFacts, 'width' | 'height'>): Rendition[] {
  const short = Math.min(width, height);
  const fitting = LADDER.filter(({ side }) => side <= short);
  const top = LADDER.find(({ side }) => side <= short)?.side ?? 0;
  // A film between two steps also gets its own size, if the gain is worth a rendition.
  const own = short > top * 1.2 && short < 1_080 ? [{ side: short, bitrate: bitrateAt(short) }] : [];
  const steps = [...own, ...fitting];
  if (steps.length === 0) steps.push({ side: short, bitrate: bitrateAt(short) });
  if (steps.length === 1) steps.push({ side: Math.round(short / 2), bitrate: bitrateAt(short / 2) });
  return steps.slice(0, 4).map(({ side, bitrate }) => {
    const scale = side / short;
    return {
      width: even(width * scale),
      height: even(height * scale),
      bitrate,
      bitrateMax: Math.round(bitrate * PEAK),
    };
  });
}

/** Bit rate proportional to the area of the picture, as in the ladder. */
function bitrateAt(side: number): number {
  return Math.max(120_000, Math.round((2_300_000 * side ** 2) / 720 ** 2 / 10_000) * 10_000);
}

/** H.264 with 4:2:0 needs even dimensions. */
function even(length: number): number {
  return Math.max(2, 2 * Math.round(length / 2));
}
