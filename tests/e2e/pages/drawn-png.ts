import type { Page } from '@playwright/test';

/** A single-colour PNG, drawn by the browser. */
export async function drawnPng(page: Page, look: { colour: string; width: number; height: number }): Promise<Buffer> {
  const url = await page.evaluate(({ colour, width, height }) => {
    const canvas = document.createElement('canvas');
    [canvas.width, canvas.height] = [width, height];
    const draw = canvas.getContext('2d');
    if (draw === null) throw new Error('nothing to draw with');
    draw.fillStyle = colour;
    draw.fillRect(0, 0, width, height);
    return canvas.toDataURL('image/png');
  }, look);
  return Buffer.from(url.slice(url.indexOf(',') + 1), 'base64');
}
