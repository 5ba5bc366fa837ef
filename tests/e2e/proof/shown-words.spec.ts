import type { Page } from '@playwright/test';
import { expect, test } from '../kit/fixtures.ts';
import { joinClub } from '../kit/members.ts';
import { openLatestDraw } from '../pages/proofs.ts';

// What a page shows of a draw or a table without a check: the picture of a result, and the odds.

test('a result is shared with its picture once the check computed the dice, and never after a failed check', async ({
  page,
}) => {
  const drawId = await openLatestDraw(page);
  const share = page.getByRole('button', { name: 'Share this result' });
  await expect(share).toBeVisible();
  await share.click();
  await expect(page.getByRole('img', { name: /^Picture of the result/ })).toBeVisible();

  await changeAnswers(page, '**/api/draws/**', (draw) => ({ ...draw, dice: [6, 6, 6] }));
  await page.goto(`/Verify?draw=${drawId}`);
  await expect(page.locator('[data-verdict="breach"]')).toBeVisible();
  await expect(share).toHaveCount(0);
  await expect(page.getByRole('button', { name: 'Share' })).toBeVisible();
});

test('an address that names no draw is not shared', async ({ page }) => {
  await page.goto('/Verify?draw=dice-30%2F99%20WON%201000');
  await expect(page.getByRole('heading', { name: 'Draw not found' })).toBeVisible();
  await expect(page.getByRole('button', { name: /^Share/ })).toHaveCount(0);
});

test('house rule 7: a table is not shown with odds that are not those of its hash', async ({ page, club }) => {
  await joinClub(page, club);
  const better = (bet: object) => ({ ...bet, multiplier: 30_000, multipliers: [30_000] });
  await changeAnswers(page, '**/api/lotteries/dice-30', (lottery) => {
    const { bets, ...table } = lottery.table as { bets: object[] };
    return { ...lottery, table: { ...table, bets: bets.map(better) } };
  });
  await page.goto('/Lottery?key=dice-30');
  await expect(page.getByText('These odds are not those in the book. Do not bet here.')).toBeVisible();
  await expect(page.getByRole('button', { name: /^Big/ })).toHaveCount(0);
  await page.unroute('**/api/lotteries/dice-30');
  await page.getByRole('button', { name: 'Try again' }).click();
  await expect(page.getByRole('button', { name: /^Big/ })).toBeVisible();
});

/** Changes JSON answers as a dishonest house would. */
async function changeAnswers(page: Page, url: string, change: (body: Record<string, unknown>) => unknown) {
  await page.route(url, async (route) => {
    const answer = await route.fetch();
    await route.fulfill({ response: answer, json: change(await answer.json()) });
  });
}
