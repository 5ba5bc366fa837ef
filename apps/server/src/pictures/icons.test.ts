import sharp from 'sharp';
import { describe, expect, test } from 'vitest';
import { drawIcons, redrawPicture } from './redraw.ts';

const GROUND = '#7a1fa2';
const CLEAR = { r: 0, g: 0, b: 0, alpha: 0 };

/** A red square on a transparent, wide ground. */
async function logo(): Promise<Uint8Array> {
  const square = { create: { width: 300, height: 300, channels: 3 as const, background: '#ff0000' } };
  const wide = sharp({ create: { width: 900, height: 300, channels: 4, background: CLEAR } });
  return wide
    .composite([{ input: square, left: 300, top: 0 }])
    .png()
    .toBuffer();
}

async function pixel(png: Uint8Array, left: number, top: number): Promise<number[]> {
  const bytes = await sharp(png).extract({ left, top, width: 1, height: 1 }).raw().toBuffer();
  return [...bytes.subarray(0, 3)];
}

describe('the icons of a logo', () => {
  test('have their sizes, the ground around the logo and through it, and the logo in the middle', async () => {
    const mark = await redrawPicture(await logo(), 'mark');
    if (!('webp' in mark)) throw new Error('the logo was refused');
    const drawn = await drawIcons(mark.webp, GROUND);
    if (!('icons' in drawn)) throw new Error('the icons were refused');
    const sizes = { 'icon-180': 180, 'icon-192': 192, 'icon-512': 512, 'maskable-512': 512 } as const;
    for (const [name, side] of Object.entries(sizes) as [keyof typeof sizes, number][]) {
      const png = drawn.icons[name];
      expect(await sharp(png).metadata()).toMatchObject({ format: 'png', width: side, height: side });
      const [ground, beside] = [await pixel(png, 0, 0), await pixel(png, Math.round(side * 0.25), side / 2)];
      expect([name, ground, beside]).toEqual([name, [0x7a, 0x1f, 0xa2], [0x7a, 0x1f, 0xa2]]);
      const [red = 0, green = 255] = await pixel(png, side / 2, side / 2);
      expect([name, red > 240, green < 20]).toEqual([name, true, true]);
    }
  });

  test('are refused for what is no picture', async () => {
    expect(await drawIcons(new Uint8Array([1, 2, 3]), GROUND)).toEqual({ refused: 'picture-bad' });
  });
});
