import type { Page } from '@playwright/test';
import { letDiceFall } from '../kit/club-time.ts';
import { DRAW_MS_MAX, expect, test } from '../kit/fixtures.ts';
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

test('the sheet of an accepted bet stays under a finger, and a tap just after it closed by itself changes nothing', async ({
  page,
  club,
}) => {
  test.setTimeout(120_000);
  await joinClub(page, club);
  await table.openTable(page);
  await table.chooseBet(page, 'Big', '5.00');
  await table.untilSecondsLeft(page, { least: 20 });
  const confirm = await table.review(page);
  await page.evaluate(tapWhenSheetsClose);
  await confirm.getByRole('button', { name: 'Place this bet' }).click();
  const receipt = table.sheet(page, 'Bet accepted');
  await expect(receipt).toBeVisible();
  // Longer than it was shown before; it closes after eight seconds.
  await page.waitForTimeout(5_000);
  await expect(receipt).toBeVisible();
  await expect(receipt).toBeHidden({ timeout: 10_000 });
  await expect.poll(() => page.evaluate(() => document.body.dataset.tapped)).toBe('true');
  await expect(table.betKey(page, 'Odd')).toHaveAttribute('aria-pressed', 'false');

  // Longer than the table ignores presses.
  await page.waitForTimeout(1_000);
  await table.repeatLast(page);
  await page.getByRole('button', { name: 'Place this bet' }).click();
  await expect(receipt).toBeVisible();
  await page.waitForTimeout(1_000);
  await receipt.dispatchEvent('pointermove', { bubbles: true });
  await page.waitForTimeout(10_000);
  await expect(receipt).toBeVisible();
});

test('the sheet of an accepted bet takes the result as its title, and keeps both when the table goes on', async ({
  page,
  club,
}) => {
  await joinClub(page, club);
  await table.openTable(page);
  await table.chooseBet(page, 'Big', '5.00');
  const period = await table.placeSlip(page);
  await table.sheet(page, 'Bet accepted').dispatchEvent('pointerdown', { bubbles: true });
  await letDiceFall(page, period);
  const receipt = page.getByRole('dialog', { name: /^(Won|Lost)$/ });
  await expect(receipt.getByRole('status')).toContainText(/staked/, { timeout: DRAW_MS_MAX });
  await expect(receipt.getByRole('status')).toContainText(
    (await receipt.getByRole('heading').first().textContent()) === 'Won' ? 'Won' : 'Returned 0.00',
  );
  const result = await receipt.getByRole('status').textContent();
  await letDiceFall(page, period + 1);
  await expect(table.drawStrip(page, period + 1, { hidden: true })).toContainText(/Sum \d/, { timeout: DRAW_MS_MAX });
  await expect(receipt.getByRole('status')).toHaveText(result ?? '');
  await expect(receipt.getByRole('link', { name: 'Check this draw' })).toBeVisible();
});

/** Runs in the page: presses the bet Odd as soon as the next sheet that opens begins to close. */
function tapWhenSheetsClose(): void {
  const look = () => {
    if (document.querySelector('[role="dialog"][data-ending-style]') === null) {
      requestAnimationFrame(look);
      return;
    }
    const cell = document.querySelector<HTMLElement>('[data-cell="odd"]');
    for (const type of ['pointerdown', 'pointerup'])
      cell?.dispatchEvent(new PointerEvent(type, { bubbles: true, cancelable: true, isPrimary: true }));
    cell?.dispatchEvent(new MouseEvent('click', { bubbles: true, cancelable: true, detail: 1 }));
    document.body.dataset.tapped = 'true';
  };
  look();
}

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
