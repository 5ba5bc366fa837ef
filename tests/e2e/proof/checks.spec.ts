import { readFileSync } from 'node:fs';
import type { Page } from '@playwright/test';
import { letDiceFall } from '../kit/club-time.ts';
import { DRAW_MS_MAX, expect, test } from '../kit/fixtures.ts';
import { joinClub } from '../kit/members.ts';
import { expectGoodLook } from '../pages/look.ts';
import * as table from '../pages/lottery-table.ts';
import { betOnce } from '../pages/receipts.ts';

/** Places a bet, lets it close, and returns its period. */
async function betAndClose(page: Page): Promise<number> {
  const { period, accepted } = await betOnce(page);
  await accepted.getByRole('button', { name: 'Done' }).click();
  return period;
}

test('every draw that a member bet on is checked on the phone, and Mine counts it', async ({ page, club }) => {
  await joinClub(page, club);
  await page.goto('/Mine');
  const balance = page.getByRole('region', { name: 'Balance' });
  await expect(balance).toContainText('No settled draws yet');
  const period = await betAndClose(page);
  await page.goto('/Mine');
  await letDiceFall(page, period);
  await expect(balance).toContainText('1 of 1 draw', { timeout: DRAW_MS_MAX });
  await page.reload();
  await expect(balance).toContainText('1 of 1 draw');
  await expect(page.getByRole('alert').filter({ hasText: 'does not add up' })).toHaveCount(0);
});

test('a new phone reads the proof of each earlier bet once, for its receipt and its check', async ({
  page,
  club,
  newPhone,
}) => {
  await joinClub(page, club);
  const period = await betAndClose(page);
  await letDiceFall(page, period);
  const bets = () => page.request.get('/api/slips').then((answer) => answer.json());
  await expect.poll(async () => (await bets()).items[0].state, { timeout: DRAW_MS_MAX }).not.toBe('pending');
  const other = await newPhone();
  await other.context().addCookies(await page.context().cookies());
  const requested: string[] = [];
  other.on('request', (request) => {
    if (/\/api\/slips\/[\w-]+/.test(request.url())) requested.push(new URL(request.url()).pathname);
  });
  await other.goto('/Mine');
  await expect(other.getByRole('region', { name: 'Balance' })).toContainText('1 of 1 draw', { timeout: DRAW_MS_MAX });
  const [{ id }] = (await bets()).items;
  expect(requested).toEqual([`/api/slips/${id}/proof`]);
});

test('a draw that does not add up is shown on every screen until the member has the evidence', async ({
  page,
  club,
}) => {
  await joinClub(page, club);
  // A house that pays less than the dice say: its answer contradicts the table.
  await page.route(/\/api\/slips\/[0-9a-f-]{36}$/, async (route) => {
    const answer = await route.fetch();
    const slip = await answer.json();
    await route.fulfill({ response: answer, json: slip.state === 'pending' ? slip : { ...slip, payoutMinor: '1' } });
  });
  await letDiceFall(page, await betAndClose(page));
  const strip = page.getByRole('button', { name: 'A bet of yours does not add up' });
  await expect(strip).toBeVisible({ timeout: DRAW_MS_MAX });
  await page.unroute(/\/api\/slips\/[0-9a-f-]{36}$/);

  await test.step('no answer of the house, no reload and no end of the session takes it away', async () => {
    await page.reload();
    await expect(strip).toBeVisible({ timeout: 15_000 });
    await page.context().clearCookies();
    await page.goto('/Home');
    await expect(strip).toBeVisible({ timeout: 15_000 });
  });
  await test.step('the evidence is a file that can be checked, and then it may be dismissed', async () => {
    await strip.click();
    const sheet = table.sheet(page, 'This does not add up');
    await expectGoodLook(page, 'a breach');
    await expect(sheet.getByRole('button', { name: 'I have saved the file. Dismiss' })).toBeHidden();
    const download = page.waitForEvent('download');
    await sheet.getByRole('button', { name: 'Save the evidence' }).click();
    const file = JSON.parse(readFileSync(await (await download).path(), 'utf8'));
    expect(file).toMatchObject({ format: 'tercet/v1 bundle', kind: 'slip', options: { payoutMinor: '1' } });
    await sheet.getByRole('button', { name: 'I have saved the file. Dismiss' }).click();
    await expect(strip).toBeHidden();
  });
});
