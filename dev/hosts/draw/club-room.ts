import { blend } from '../../films/draw/motion.ts';
import { box, disc, fill, group, opacity, stroke } from '../../films/draw/shapes.ts';
import {
  AMBER,
  AMBER_LIGHT,
  INK,
  LINE,
  lighter,
  PAPER,
  VERDIGRIS,
  VERDIGRIS_LIGHT,
  VERMILION,
  WASH,
} from './colours.ts';

const W = 1080;
const H = 1350;

/** A quiet room under one lamp. */
export function club(index: number): string {
  const tint = [blend(VERDIGRIS, INK, 0.3), '#3A4657', '#5A3A3C'][index % 3] ?? INK;
  const frames = [
    [70, 330, 190, 240],
    [820, 300, 190, 260],
  ].map(
    ([x = 0, y = 0, w = 0, h = 0], at) =>
      box(x, y, w, h, lighter(tint, 0.28)) +
      box(x + 16, y + 16, w - 32, h - 32, PAPER) +
      fill(
        `M${x + 16} ${y + h - 50}l${w / 3} -70 ${w / 4} 40 ${w / 4 - 12} -50V${y + h - 16}H${x + 16}Z`,
        at === 0 ? VERDIGRIS_LIGHT : AMBER_LIGHT,
      ),
  );
  return (
    box(0, 0, W, H, tint) +
    Array.from({ length: 9 }, (_, at) => stroke(`M${at * 135} 640V1350`, lighter(tint, 0.08), 5)).join('') +
    stroke('M0 640H1080', lighter(tint, 0.16), 9) +
    frames.join('') +
    stroke('M540 0V70', PAPER, 5) +
    fill('M400 170C410 90 670 90 680 170Z', AMBER) +
    fill('M400 170H680L900 900H180Z', AMBER_LIGHT, opacity(0.09))
  );
}

function die(x: number, y: number, turn: number, pips: readonly (readonly [number, number])[]): string {
  return group(
    `translate(${x} ${y}) rotate(${turn})`,
    box(-46, -46, 92, 92, PAPER, 'rx="18"') +
      fill('M28 -46Q46 -46 46 -28V28Q46 46 28 46Z', WASH) +
      pips.map(([px, py]) => disc(px * 24, py * 24, 9, INK)).join(''),
  );
}

function card(x: number, y: number, turn: number, colour: string): string {
  return group(
    `translate(${x} ${y}) rotate(${turn})`,
    box(-62, -88, 124, 176, PAPER, `rx="13" stroke="${LINE}" stroke-width="3"`) +
      fill('M0 -44L34 0L0 44L-34 0Z', colour) +
      disc(-40, -64, 9, colour) +
      disc(40, 64, 9, colour),
  );
}

/** Dice or cards, as the club plays them: without money on the table. */
export function table(index: number): string {
  const felt = index % 3 === 0 ? '#7A3B34' : VERDIGRIS;
  const things =
    index % 2 === 0
      ? die(400, 1170, -14, [[0, 0]]) +
        die(540, 1220, 8, [
          [-1, -1],
          [0, 0],
          [1, 1],
        ]) +
        die(680, 1160, 20, [
          [-1, -1],
          [1, -1],
          [0, 0],
          [-1, 1],
          [1, 1],
        ])
      : card(370, 1190, -20, INK) +
        card(480, 1172, -7, VERMILION) +
        card(594, 1174, 7, INK) +
        card(706, 1196, 20, VERDIGRIS);
  return (
    '<ellipse cx="540" cy="1300" rx="760" ry="250" fill="#5E422D"/>' +
    `<ellipse cx="540" cy="1310" rx="710" ry="226" fill="${felt}"/>` +
    `<ellipse cx="540" cy="1310" rx="650" ry="196" fill="none" stroke="${lighter(felt, 0.25)}" stroke-width="5"/>` +
    things
  );
}
