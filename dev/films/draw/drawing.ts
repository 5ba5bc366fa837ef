import type { Band } from '../sound/band.ts';

/** A film as it is drawn: what is seen at each moment, and what is heard. The same numbers give the same film. */
export interface Drawing {
  width: number;
  height: number;
  fps: number;
  seconds: number;
  /** The moment (s) that stands for the film in lists. */
  coverAt: number;
  /** The part of the picture that the cover shows, as an SVG viewBox; the whole where it is left out. */
  coverView?: string;
  /** What is inside the `svg` element at `t` seconds. */
  draw(t: number): string;
  sound(band: Band): void;
}

export const WIDE = { width: 640, height: 360, fps: 12 } as const;

/** The colours of the house (ui tokens, light and dark), and what lies between them. */
export const INK = '#1B2430';
export const PAPER = '#FAF8F3';
export const WASH = '#EFEAE0';
export const LINE = '#E4DFD4';
export const NIGHT = '#12151B';
export const VERDIGRIS = '#0E6E63';
export const VERDIGRIS_LIGHT = '#4FB8A8';
export const AMBER = '#9A6400';
export const AMBER_LIGHT = '#E0B25C';
export const VERMILION = '#B3321F';

export function svgOf(drawing: Drawing, t: number, size?: { width: number; height: number; view?: string }): string {
  const { width, height } = size ?? drawing;
  const view = size?.view ?? `0 0 ${drawing.width} ${drawing.height}`;
  return (
    `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}" viewBox="${view}" ` +
    `preserveAspectRatio="xMidYMid slice">${drawing.draw(t)}</svg>`
  );
}
