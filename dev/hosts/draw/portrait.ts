import { blend } from '../../films/draw/motion.ts';
import { box, disc, fill, stroke } from '../../films/draw/shapes.ts';
import { AMBER_LIGHT, LINE, PAPER, VERDIGRIS, VERMILION, WASH } from './colours.ts';
import type { Look } from './look.ts';
import { person } from './person.ts';

export const SIZE = { width: 1080, height: 1350 } as const;

const TINTS = [
  blend(PAPER, VERDIGRIS, 0.2),
  blend(PAPER, AMBER_LIGHT, 0.42),
  blend(PAPER, VERMILION, 0.16),
  blend(PAPER, '#566779', 0.24),
] as const;

/** Behind somebody: a window, a sun, a hill or a leaf of paper, each in one quiet colour. */
const BACKDROPS: readonly ((tint: string) => string)[] = [
  (tint) => fill('M150 1350V560C150 330 320 150 540 150C760 150 930 330 930 560V1350Z', tint),
  (tint) => disc(540, 600, 440, tint),
  (tint) => box(130, 130, 820, 1220, tint, 'rx="36"') + stroke('M130 470H950', blend(tint, PAPER, 0.45), 4),
  (tint) =>
    disc(790, 300, 120, blend(tint, PAPER, 0.35)) +
    fill('M0 760C160 600 300 640 430 720C560 560 760 520 1080 700V1350H0Z', blend(tint, PAPER, 0.4)) +
    fill('M0 900C240 760 420 860 600 860C800 860 940 780 1080 840V1350H0Z', tint),
];

export function portrait(look: Look, index: number): string {
  const tint = TINTS[(index * 3 + (index >> 2)) % TINTS.length] ?? WASH;
  const backdrop = BACKDROPS[(index + (index >> 2)) % BACKDROPS.length];
  return (
    box(0, 0, SIZE.width, SIZE.height, PAPER) +
    (backdrop?.(tint) ?? '') +
    box(18, 18, 1044, 1314, 'none', `rx="22" stroke="${LINE}" stroke-width="3"`) +
    person(look, { x: 540, y: 590, scale: 1.78 })
  );
}
