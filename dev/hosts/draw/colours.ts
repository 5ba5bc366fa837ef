import { blend } from '../../films/draw/motion.ts';

/** The colours of the house (ui tokens), and what people are drawn with beside them. */
export const INK = '#1B2430';
export const PAPER = '#FAF8F3';
export const WASH = '#EFEAE0';
export const LINE = '#E4DFD4';
export const VERDIGRIS = '#0E6E63';
export const VERDIGRIS_LIGHT = '#4FB8A8';
export const AMBER = '#9A6400';
export const AMBER_LIGHT = '#E0B25C';
export const VERMILION = '#B3321F';
export const SAND = '#D9C4A0';
export const STONE = '#8A8F94';
export const NAVY = '#2C3E55';
export const WHITE = '#FFFDF8';

export const SKINS = {
  fair: '#F2D2B8',
  light: '#E9BF9B',
  warm: '#DCA97F',
  tan: '#C88F62',
  brown: '#9C6640',
  deep: '#74492F',
} as const;

export const HAIRS = {
  black: '#20222B',
  soft: '#33272A',
  brown: '#573A2A',
  chestnut: '#7B4A2C',
  iron: '#5D6168',
  grey: '#A0A2A3',
  white: '#DAD7CF',
} as const;

export function darker(colour: string, share = 0.16): string {
  return blend(colour, INK, share);
}

export function lighter(colour: string, share = 0.16): string {
  return blend(colour, WHITE, share);
}

/** Where light does not reach on skin: warmer, not greyer. */
export function shadeOfSkin(skin: string, share = 0.24): string {
  return blend(skin, '#6E2413', share);
}
