import type { Locator, Page } from '@playwright/test';
import { expect, test } from '../kit/fixtures.ts';
import { joinClub } from '../kit/members.ts';
import { expectGoodLook } from '../pages/look.ts';

// A member's avatar: one of the club's drawings, or a crop of their own picture.

test('a drawing is chosen by a tap, shown on Mine, and taken back', async ({ page, club }) => {
  await joinClub(page, club);
  const sheet = await openSheet(page);
  await expectGoodLook(page, 'the avatar sheet');
  await sheet.getByRole('button', { name: 'Watch' }).click();
  await expect(sheet.getByRole('button', { name: 'Watch' })).toHaveAttribute('aria-pressed', 'true');
  await sheet.getByRole('button', { name: 'Leaf' }).click();
  await expect(sheet.getByRole('button', { name: 'Leaf' })).toHaveAttribute('aria-pressed', 'true');
  await expect(sheet.getByRole('button', { name: 'Watch' })).toHaveAttribute('aria-pressed', 'false');
  await expectGoodLook(page, 'the avatar sheet with a choice');
  await page.keyboard.press('Escape');
  await page.goto('/Mine');
  await expect(onMine(page).locator('svg')).toBeVisible();
  await expectGoodLook(page, '/Mine with a drawing');

  await openSheet(page);
  await sheet.getByRole('button', { name: 'Remove avatar' }).click();
  await expect(sheet.getByRole('button', { name: 'Remove avatar' })).toBeHidden();
  await page.goto('/Mine');
  await expect(onMine(page)).toHaveAttribute('data-avatar', 'none');
});

test('a part of a picture is cut out on the phone, drawn anew by the server, and shown', async ({ page, club }) => {
  await joinClub(page, club);
  const sheet = await openSheet(page);
  await choose(sheet, 'lake.png', await madePicture(page));
  const frame = sheet.getByRole('group', { name: 'Selected part' });
  await expect(frame).toBeVisible();
  await expectGoodLook(page, 'the part of a picture');
  await sheet.getByRole('slider', { name: 'Zoom' }).fill('2');
  await frame.press('ArrowRight');
  const sent = page.waitForRequest((request) => request.method() === 'PUT');
  await sheet.getByRole('button', { name: 'Use this part' }).click();
  expect((await sent).headers()['content-type']).toBe('image/webp');
  await expect(sheet.getByRole('button', { name: 'Remove avatar' })).toBeVisible();
  expect((await (await sent).sizes()).requestBodySize).toBeLessThan(512 * 1024);
  await page.goto('/Mine');
  await expect.poll(() => widthOf(onMine(page).locator('img'))).toBe(256);
  const stored = await page.request.get('/api/me/avatar');
  expect(stored.headers()['content-type']).toBe('image/webp');
});

test('a file that is no picture or too large is refused with a text, and nothing changes', async ({ page, club }) => {
  await joinClub(page, club);
  const sheet = await openSheet(page);
  await sheet.getByRole('button', { name: 'Moon' }).click();
  const files: [string, Buffer, string][] = [
    ['page.png', Buffer.from('<!doctype html><script>alert(1)</script>'), 'This picture cannot be read.'],
    ['drawing.png', Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"/>'), 'This picture cannot be read.'],
    ['half.png', (await madePicture(page)).subarray(0, 60), 'This picture cannot be read.'],
    ['flood.png', headOfPng(30_000, 30_000), 'This picture has more than 64 million pixels.'],
    ['large.png', Buffer.alloc(31_000_000), 'This file is larger than 30 MB.'],
  ];
  for (const [name, bytes, words] of files) {
    await choose(sheet, name, bytes);
    await expect(sheet.getByRole('alert')).toContainText(words);
  }
  await expectGoodLook(page, 'the avatar sheet with a fault');
  await expect(sheet.getByRole('button', { name: 'Moon' })).toHaveAttribute('aria-pressed', 'true');
});

test('a late answer to an earlier request changes nothing', async ({ page, club }) => {
  await joinClub(page, club);
  const sheet = await openSheet(page);
  let give = () => {};
  const held = new Promise<void>((resolve) => {
    give = resolve;
  });
  let late = 0;
  await page.route('**/api/session', async (route) => {
    // Answer with the state before the choice.
    const before = await route.fetch();
    if (late++ === 0) await held;
    await route.fulfill({ response: before }).catch(() => undefined);
  });
  // Reopening the page reads it again.
  await page.clock.install();
  await page.clock.fastForward(60_000);
  await page.evaluate(() => document.dispatchEvent(new Event('visibilitychange')));
  await expect.poll(() => late).toBe(1);
  await sheet.getByRole('button', { name: 'Moon' }).click();
  await expect(sheet.getByRole('button', { name: 'Moon' })).toHaveAttribute('aria-pressed', 'true');
  give();
  await expect.poll(() => late).toBe(2);
  await expect(sheet.getByRole('button', { name: 'Moon' })).toHaveAttribute('aria-pressed', 'true');
});

test('what the server refuses changes nothing either', async ({ page, club }) => {
  await joinClub(page, club);
  const sheet = await openSheet(page);
  await sheet.getByRole('button', { name: 'Moon' }).click();
  await expect(sheet.getByRole('button', { name: 'Moon' })).toHaveAttribute('aria-pressed', 'true');
  await choose(sheet, 'lake.png', await madePicture(page));
  await page.route('**/api/me/avatar', (route) => {
    const problem = { type: 'about:blank', title: 'Bad picture', status: 422, code: 'picture-bad' };
    return route.fulfill({ status: 422, contentType: 'application/problem+json', json: problem });
  });
  await sheet.getByRole('button', { name: 'Use this part' }).click();
  await expect(sheet.getByRole('alert')).toContainText('Your old picture stays');
  await sheet.getByRole('button', { name: 'Choose another picture' }).click();
  await expect(sheet.getByRole('button', { name: 'Moon' })).toHaveAttribute('aria-pressed', 'true');
  expect(await (await page.request.get('/api/me')).json()).toMatchObject({ avatar: { kind: 'made', id: 'made-2' } });
});

test.describe('on a connection that breaks', () => {
  test.use({ lineMayBreak: true });

  test('the picture and its crop stay, and are sent again by a tap', async ({ page, club }) => {
    await joinClub(page, club);
    const sheet = await openSheet(page);
    await choose(sheet, 'lake.png', await madePicture(page));
    const use = sheet.getByRole('button', { name: 'Use this part' });
    await page.route('**/api/me/avatar', (route) => route.abort());
    await use.click();
    await expect(sheet.getByRole('alert')).toContainText('No connection.');
    await expectGoodLook(page, 'a picture that did not arrive');
    await page.unroute('**/api/me/avatar');
    await use.click();
    await expect(sheet.getByRole('button', { name: 'Remove avatar' })).toBeVisible();
  });
});

async function openSheet(page: Page): Promise<Locator> {
  await page.goto('/Infomation');
  await page.getByRole('button', { name: 'Avatar' }).click();
  const sheet = page.getByRole('dialog');
  await expect(sheet).toBeVisible();
  return sheet;
}

function onMine(page: Page): Locator {
  return page.getByRole('region', { name: 'Account' }).locator('[data-avatar]');
}

/** Chooses a file as a phone's picker does. */
async function choose(sheet: Locator, name: string, buffer: Buffer): Promise<void> {
  await sheet.locator('input[type="file"]').setInputFiles({ name, mimeType: 'image/png', buffer });
}

/** A landscape PNG, written by the browser. */
async function madePicture(page: Page): Promise<Buffer> {
  const url = await page.evaluate(() => {
    const canvas = document.createElement('canvas');
    [canvas.width, canvas.height] = [1_200, 800];
    const pen = canvas.getContext('2d');
    if (pen === null) return '';
    const sky = pen.createLinearGradient(0, 0, 0, 800);
    for (const [at, colour] of [
      [0, '#f4d9b0'],
      [0.5, '#e79b7b'],
      [0.51, '#2f6f73'],
      [1, '#12303a'],
    ] as const) {
      sky.addColorStop(at, colour);
    }
    pen.fillStyle = sky;
    pen.fillRect(0, 0, 1_200, 800);
    pen.fillStyle = '#fff4dc';
    pen.beginPath();
    pen.arc(600, 330, 90, 0, 7);
    pen.fill();
    return canvas.toDataURL('image/png');
  });
  return Buffer.from(url.split(',')[1] ?? '', 'base64');
}

function headOfPng(width: number, height: number): Buffer {
  const head = Buffer.from('89504e470d0a1a0a0000000d494844520000000000000000080200000000000000', 'hex');
  head.writeUInt32BE(width, 16);
  head.writeUInt32BE(height, 20);
  return head;
}

function widthOf(image: Locator): Promise<number> {
  return image.evaluate((element) => (element as HTMLImageElement).naturalWidth);
}
