import type { DrawProof } from '../../api/shared/types.ts';
import { pipsOf } from '../../ui/dice/pips.ts';

/** The draw that a member shares. */
export type SharedDraw = Pick<DrawProof, 'drawId' | 'lotteryKey' | 'period' | 'dice' | 'houseRun'>;

/** Edge of the square picture in pixels. */
export const PICTURE_EDGE = 1080;
const MARGIN = 96;
const DIE = 232;
const DIE_GAP = 40;
const TEXT_WIDTH = PICTURE_EDGE - 2 * MARGIN;

export interface ResultWords {
  house: string;
  lottery: string;
  period: string;
  sum: string;
  /** Text on the house's own beacon; null for a public beacon. */
  beacon: string | null;
  yourself: string;
  address: string;
}

interface Colours {
  paper: string;
  leaf: string;
  ink: string;
  soft: string;
  line: string;
  accent: string;
}

/** Draws the result in the club's style. The dice keep the order of the draw in every language. */
export async function drawResult(
  canvas: HTMLCanvasElement,
  dice: readonly number[],
  words: ResultWords,
  dir: 'ltr' | 'rtl',
): Promise<void> {
  const pen = canvas.getContext('2d');
  if (pen === null) throw new Error('the browser has no 2D canvas');
  await document.fonts.ready;
  const style = getComputedStyle(document.documentElement);
  const colours = coloursOf(style);
  const sans = style.getPropertyValue('--sans').trim() || 'sans-serif';
  pen.fillStyle = colours.paper;
  pen.fillRect(0, 0, PICTURE_EDGE, PICTURE_EDGE);
  pen.direction = dir;
  pen.textAlign = 'center';
  const write = (text: string, y: number, size: number, weight: number, colour: string) => {
    pen.fillStyle = colour;
    pen.font = `${weight} ${size}px ${sans}`;
    pen.fillText(text, PICTURE_EDGE / 2, y, TEXT_WIDTH);
  };
  write(words.house, 150, 44, 600, colours.accent);
  write(words.lottery, 262, 68, 600, colours.ink);
  write(words.period, 328, 36, 400, colours.soft);
  drawDice(pen, dice, colours);
  write(words.sum, 756, 60, 600, colours.ink);
  if (words.beacon !== null) write(words.beacon, 816, 34, 400, colours.soft);
  pen.fillStyle = colours.line;
  pen.fillRect(MARGIN, 872, TEXT_WIDTH, 2);
  write(words.yourself, 944, 40, 600, colours.accent);
  pen.direction = 'ltr';
  write(words.address, 998, 30, 400, colours.soft);
}

function drawDice(pen: CanvasRenderingContext2D, dice: readonly number[], { leaf, ink, line }: Colours): void {
  const width = dice.length * DIE + (dice.length - 1) * DIE_GAP;
  dice.forEach((value, place) => {
    const left = (PICTURE_EDGE - width) / 2 + place * (DIE + DIE_GAP);
    const top = 412;
    pen.beginPath();
    pen.roundRect(left, top, DIE, DIE, DIE * 0.22);
    pen.fillStyle = leaf;
    pen.fill();
    pen.strokeStyle = line;
    pen.lineWidth = 4;
    pen.stroke();
    pen.fillStyle = ink;
    for (const [x, y] of pipsOf(value)) {
      pen.beginPath();
      pen.arc(left + DIE * (0.265 + x * 0.235), top + DIE * (0.265 + y * 0.235), DIE * 0.086, 0, 2 * Math.PI);
      pen.fill();
    }
  });
}

function coloursOf(style: CSSStyleDeclaration): Colours {
  const token = (name: string) => style.getPropertyValue(name).trim();
  return {
    paper: token('--paper'),
    leaf: token('--leaf'),
    ink: token('--ink'),
    soft: token('--ink-soft'),
    line: token('--line'),
    accent: token('--verdigris'),
  };
}

/** The picture as a PNG file; null if the browser cannot create one. */
export function pictureFile(canvas: HTMLCanvasElement, name: string): Promise<File | null> {
  return new Promise((resolve) => {
    canvas.toBlob((blob) => resolve(blob === null ? null : new File([blob], name, { type: 'image/png' })), 'image/png');
  });
}
