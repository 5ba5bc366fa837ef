import { expect, test } from '../kit/fixtures.ts';

test('the first page opens and renders without errors', async ({ page }) => {
  const complaints: string[] = [];
  page.on('pageerror', (error) => complaints.push(error.message));
  page.on('console', (message) => {
    if (message.type() === 'error') complaints.push(message.text());
  });
  await page.goto('/');
  await expect(page).toHaveURL(/\/Home$/);
  await expect(page).toHaveTitle(/\S/);
  await expect(page.getByRole('navigation')).toBeVisible();
  await expect(page.getByRole('link').first()).toBeVisible();
  expect(complaints).toEqual([]);
});

test('letters of every script have a glyph', async ({ page }) => {
  await page.setContent('<canvas width="40" height="40"></canvas>');
  const inked = await page.evaluate(() => {
    const context = document.querySelector('canvas')?.getContext('2d', { willReadFrequently: true });
    if (!context) return [];
    const shapeOf = (letter: string): string => {
      context.clearRect(0, 0, 40, 40);
      context.font = '28px sans-serif';
      context.fillText(letter, 4, 30);
      return context.getImageData(0, 0, 40, 40).data.join();
    };
    const missing = shapeOf('\u{10FFFE}');
    const blank = shapeOf(' ');
    return ['A', 'Ж', 'ش', '字', '語'].filter((letter) => ![missing, blank].includes(shapeOf(letter)));
  });
  expect(inked).toEqual(['A', 'Ж', 'ش', '字', '語']);
});
