import type { Page } from '@playwright/test';
import { letDiceFall } from '../kit/club-time.ts';
import { DRAW_MS_MAX, expect, test } from '../kit/fixtures.ts';
import { payoutOf, totalOf } from '../kit/money.ts';
import { overflowOf } from './look.ts';
import * as table from './lottery-table.ts';

/** The main job of the club: from Home to a bet, to its result, and to the check of its draw. */
export async function walkMainPath(page: Page): Promise<void> {
  await page.goto('/Home');
  await page
    .getByRole('link', { name: /^Half Minute/ })
    .first()
    .click();
  await table.untilSecondsLeft(page, { least: 22 });
  const stakes = [await table.chooseBet(page, 'Big', '5.00'), await table.chooseBet(page, 'Sum 9', '1.00')];
  await expectNothingCut(page, 'the table with bets');
  const confirm = await table.review(page);
  await expectNothingCut(page, 'the sheet that confirms');
  const clock = confirm.getByText(/^\d\d:\d\d$/);
  expect(await clock.evaluate((digits) => digits.parentElement?.clientWidth ?? 0), 'the clock').toBeGreaterThan(30);
  await expect(confirm.getByRole('button', { name: 'Place this bet' })).toBeInViewport({ ratio: 1 });
  const period = await table.confirmSlip(page);
  await expectNothingCut(page, 'the receipt');
  await page.getByRole('button', { name: 'Done' }).click();
  await expect(table.myBets(page)).toContainText('Your bets in this period');

  await letDiceFall(page, period);
  await expect(table.drawStrip(page, period)).toContainText(/Sum \d/, { timeout: DRAW_MS_MAX });
  const dice = await table.readDice(table.drawStrip(page, period));
  await expect(table.myBets(page)).toContainText(table.resultWords(payoutOf(stakes, dice), totalOf(stakes)));
  await expectNothingCut(page, 'the table with a result');

  await test.step('the sheet of the draw is a dialog on a desktop, and rises from the foot of a phone', async () => {
    const { width, height } = page.viewportSize() ?? { width: 0, height: 0 };
    await table.drawStrip(page, period).click();
    const box = async () => await table.sheet(page, 'Draw').boundingBox();
    const isAtFoot = async () => Math.abs(((await box())?.y ?? 0) + ((await box())?.height ?? 0) - height) < 2;
    await expect.poll(isAtFoot).toBe(width < 1024);
    await page.keyboard.press('Escape');
    await expect(table.sheet(page, 'Draw')).toBeHidden();
  });

  await table
    .myBets(page)
    .getByRole('link', { name: `Check this draw: ${period}` })
    .click();
  await expect(page).toHaveURL(new RegExp(`/Verify\\?draw=.*${period}$`));
  await expect(page.getByRole('list', { name: 'Steps of the check' })).toBeVisible();
  await expect(page.getByRole('region', { name: 'What this check does' }).getByRole('listitem')).toHaveCount(3);
}

async function expectNothingCut(page: Page, name: string): Promise<void> {
  await test.step(name, async () => expect(await overflowOf(page), name).toEqual([]));
}
