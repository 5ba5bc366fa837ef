import type { Page } from '@playwright/test';
import { expect, test } from '../kit/fixtures.ts';
import { joinClub } from '../kit/members.ts';
import * as table from '../pages/lottery-table.ts';

// The sheet of an accepted bet, until it has closed.

test('the sheet of an accepted bet shows nothing else while it closes', async ({ page, club }) => {
  await joinClub(page, club);
  await table.openTable(page);
  await table.chooseBet(page, 'Big', '5.00');
  await table.placeSlip(page);
  const titles = await watchTitles(page);
  await page.getByRole('button', { name: 'Done' }).click();
  await expect(table.sheet(page, 'Bet accepted')).toBeHidden();
  await expect(page.getByRole('dialog')).toHaveCount(0);
  expect(await titles()).toEqual(['Bet accepted']);
});

/** Notes the titles of sheets in every frame. Returns a call that reads them. */
async function watchTitles(page: Page): Promise<() => Promise<string[]>> {
  const noted = await page.evaluateHandle(() => {
    const titles = new Set<string>();
    const note = () => {
      for (const title of document.querySelectorAll('[role="dialog"] h2')) titles.add(title.textContent ?? '');
      requestAnimationFrame(note);
    };
    note();
    return titles;
  });
  return () => noted.evaluate((titles) => [...titles]);
}
