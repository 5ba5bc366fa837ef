import type { Page } from '@playwright/test';
import { letBetsClose, letDiceFall } from '../kit/club-time.ts';
import { DRAW_MS_MAX, expect, test } from '../kit/fixtures.ts';
import { joinClub } from '../kit/members.ts';
import * as table from '../pages/lottery-table.ts';

// Stakes and payouts in the cells of a table and in the list of the member's bets.

test.use({ contextOptions: { reducedMotion: 'reduce' } });

const BETS = ['Small', 'Big', 'Odd', 'Sum 9', 'Sum 10'];

test('stakes stay inside their cell, whatever their amounts, and move nothing', async ({ page, club }) => {
  await joinClub(page, club);
  await page.route('**/api/slips?*', async (route) => {
    const response = await route.fetch();
    const answer = await response.json();
    for (const { selections } of answer.items) selections[0].stakeMinor = '123456';
    await route.fulfill({ response, json: answer });
  });
  await table.openTable(page);
  for (const bet of BETS) await table.chooseBet(page, bet, '1.00');
  await table.placeSlip(page);
  await page.getByRole('button', { name: 'Done' }).click();
  const before = await heightOf(page);
  for (const bet of BETS) await table.chooseBet(page, bet, '100.00');
  expect(await heightOf(page), 'height of the bets').toBe(before);
  for (const width of [320, 390]) {
    await page.setViewportSize({ width, height: 844 });
    await expect(page.locator('[data-chip]'), `${width} px`).toHaveCount(2 * BETS.length);
    expect(await chipsOutside(page), `${width} px`).toEqual([]);
  }
  await expect(table.betKey(page, 'Small')).toContainText('on your slip 100');
});

test('a winning bet of a period that returned less than its stakes shows its payout without a plus', async ({
  page,
  club,
}) => {
  await joinClub(page, club);
  await table.openTable(page);
  // One of them wins, and pays less than both cost.
  for (const bet of ['Small', 'Big']) await table.chooseBet(page, bet, '10.00');
  const period = await table.placeSlip(page);
  await page.getByRole('button', { name: 'Done' }).click();
  await letBetsClose(page, period);
  await letDiceFall(page, period);
  await expect(table.myBets(page)).toContainText('Returned 19.20', { timeout: DRAW_MS_MAX });
  await expect(page.locator('[data-chip="paid"]')).toHaveText(['19.20']);
});

test('the stake of a bet stands apart from a name that ends in a number', async ({ page, club }) => {
  await joinClub(page, club);
  await table.openTable(page);
  await table.chooseBet(page, 'Sum 9', '1.00');
  await table.placeSlip(page);
  await page.getByRole('button', { name: 'Done' }).click();
  const amount = table.myBets(page).getByText('1', { exact: true }).first();
  await expect(amount).toBeVisible();
  const gap = await amount.evaluate((digits) => {
    const name = document.createRange();
    const around = digits.closest('bdi:not([dir])')?.parentElement?.firstChild;
    if (around) name.selectNodeContents(around);
    return digits.getBoundingClientRect().left - name.getBoundingClientRect().right;
  });
  expect(gap).toBeGreaterThanOrEqual(8);
});

function heightOf(page: Page): Promise<number> {
  return page
    .getByRole('region', { name: 'Bets', exact: true })
    .evaluate((bets) => bets.getBoundingClientRect().height);
}

/** Texts of chips that reach out of their cell. */
function chipsOutside(page: Page): Promise<string[]> {
  return page.evaluate(() =>
    [...document.querySelectorAll('[data-chip]')]
      .filter((chip) => {
        const [own, cell] = [chip.getBoundingClientRect(), chip.closest('[data-cell]')?.getBoundingClientRect()];
        if (cell === undefined) return true;
        return own.left < cell.left || own.right > cell.right || own.top < cell.top || own.bottom > cell.bottom;
      })
      .map((chip) => chip.textContent),
  );
}
