import type { CDPSession, Locator } from '@playwright/test';
import { PERIOD_SECONDS } from '../kit/beacon.ts';
import { changeTable } from '../kit/changed-table.ts';
import { letTimePass } from '../kit/club-time.ts';
import { DRAW_MS_MAX, expect, test } from '../kit/fixtures.ts';
import { joinClub } from '../kit/members.ts';
import { expectFigure } from '../pages/figures.ts';
import { watchCalls } from '../pages/forms.ts';
import { setLimits } from '../pages/limits.ts';
import { expectGoodLook } from '../pages/look.ts';
import * as table from '../pages/lottery-table.ts';

// Amounts of bets, the limits on them, and the dialogs that may come between.

test.use({ contextOptions: { reducedMotion: 'reduce' } });

/** Longer than a press that counts as long. */
const HOLD_MS = 800;

test('a long press on a bet opens its amount and adds no chip; a tap adds one as before', async ({ page, club }) => {
  await joinClub(page, club);
  await table.openTable(page);
  const big = table.betKey(page, 'Big');
  const touch = await page.context().newCDPSession(page);
  await holdFinger(touch, big);
  const sheet = table.sheet(page, 'Stake on Big');
  await expect(sheet).toBeVisible();
  const stake = sheet.getByRole('textbox', { name: 'Stake on Big' });
  await expect(stake).toHaveValue('0.00');
  await expect(sheet.getByRole('button', { name: 'Set stake' })).toBeDisabled();
  const hasFocus = () => sheet.evaluate((dialog) => dialog.contains(document.activeElement));
  await expect.poll(hasFocus, 'the released finger leaves the focus in the sheet').toBe(true);
  expect(await page.evaluate(() => getSelection()?.toString()), 'no text is selected').toBe('');
  await stake.fill('1001');
  await expect(sheet.getByText('The largest stake on one bet is 1,000.00 credits.')).toBeVisible();
  await expect(sheet.getByRole('button', { name: 'Set stake' })).toBeDisabled();
  await expectGoodLook(page, 'the amount of a bet');
  await stake.fill('0.001');
  await expect(sheet.getByText('Use at most 2 decimals.')).toBeVisible();
  await stake.fill('12.50');
  await sheet.getByRole('button', { name: 'More on Big' }).click();
  await expect(stake).toHaveValue('13.00');
  await sheet.getByRole('button', { name: 'Set stake' }).click();
  await expect(sheet).toBeHidden();
  await expect(big).toContainText('on your slip 13');
  await big.tap();
  await expect(big).toContainText('on your slip 14');

  await test.step('zero takes the bet off the slip', async () => {
    await holdFinger(touch, big);
    await stake.fill('0');
    await sheet.getByRole('button', { name: 'Remove Big' }).last().click();
    await expect(big).toHaveAttribute('aria-pressed', 'false');
  });

  await test.step('a finger that moves scrolls the page', async () => {
    await holdFinger(touch, big, 60);
    await expect(sheet).toBeHidden();
    await expect(big).toHaveAttribute('aria-pressed', 'false');
  });
});

test.describe('with a mouse and keys', () => {
  test.use({ viewport: { width: 1280, height: 800 }, isMobile: false, hasTouch: false });

  test('a held button, a right click, the menu key and Shift+Enter open the amount, and no chip lands', async ({
    page,
    club,
  }) => {
    await joinClub(page, club);
    await table.openTable(page);
    const big = table.betKey(page, 'Big');
    const sheet = table.sheet(page, 'Stake on Big');
    const ways: Record<string, () => Promise<void>> = {
      'a held button': () => big.click({ delay: HOLD_MS }),
      'a right click': () => big.click({ button: 'right' }),
      'Shift+Enter': () => big.press('Shift+Enter'),
      'the menu key': () => big.press('Shift+F10'),
    };
    for (const [way, open] of Object.entries(ways)) {
      await open();
      await expect(sheet, way).toBeVisible();
      await page.waitForTimeout(500);
      await expect(sheet, `${way}: it stays open`).toBeVisible();
      await page.keyboard.press('Escape');
      await expect(sheet, way).toBeHidden();
      await expect(big, way).toHaveAttribute('aria-pressed', 'false');
    }
    await big.click();
    await expect(big).toContainText('on your slip 1');

    await test.step('Enter sets the amount, Escape changes nothing, and the focus returns to the bet', async () => {
      const stake = sheet.getByRole('textbox', { name: 'Stake on Big' });
      await big.press('Shift+Enter');
      await expect(stake).toBeFocused();
      expect(await selectedIn(stake)).toBe('1.00');
      await page.keyboard.press('Backspace');
      await expect(sheet.getByText('This is no amount.')).toHaveCount(0);
      await expect(stake).not.toHaveAttribute('aria-invalid');
      await expect(sheet.getByRole('button', { name: 'Set stake' })).toBeDisabled();
      await page.keyboard.type('7.50');
      await page.keyboard.press('Enter');
      await expect(sheet).toBeHidden();
      await expect(big).toContainText('on your slip 7.50');
      await expect(big).toBeFocused();
      await big.press('Shift+Enter');
      await expect(stake).toBeFocused();
      await page.keyboard.type('9');
      await page.keyboard.press('Escape');
      await expect(sheet).toBeHidden();
      await expect(big).toContainText('on your slip 7.50');
      await expect(big).toBeFocused();
    });
  });
});

/** The selected text of a field. */
function selectedIn(field: Locator): Promise<string> {
  return field.evaluate((input: HTMLInputElement) =>
    input.value.slice(input.selectionStart ?? 0, input.selectionEnd ?? 0),
  );
}

test('the tightest personal limit is shown on the table before it is exceeded, and when it is', async ({
  page,
  club,
}) => {
  await joinClub(page, club);
  await setLimits(page, { 'stake-slip': '2000', 'stake-day': '2500', session: '30' });
  await table.openTable(page);
  await expect(page.getByText('Your limit: 20 per slip')).toBeVisible();
  await table.chooseBet(page, 'Big', '10.00');
  await table.placeSlip(page);
  await page.getByRole('button', { name: 'Done' }).click();
  await expect(page.getByText(/^Your limit: 15 left in 24 hours · Session: 30.minutes left$/)).toBeVisible();
  await expectGoodLook(page, 'a table with own limits');
  await table.chooseBet(page, 'Odd', '10.00');
  await table.betKey(page, 'Odd').click();
  await expect(page.getByText(/^Your own limit lets you stake 15\.00.credits more now/)).toBeVisible();
});

test('the cap of a period is shown before a bet exceeds it', async ({ page, club }) => {
  await joinClub(page, club);
  await changeTable(page, 'dice-30', (entry) => {
    entry.member_cap = '1000';
  });
  await table.openTable(page);
  await table.chooseBet(page, 'Big', '10.00');
  await table.placeSlip(page);
  await page.getByRole('button', { name: 'Done' }).click();
  await expect(page.getByText('Largest win left in this period: 0.80')).toBeVisible();
  await table.chooseBet(page, 'Odd', '1.00');
  const reason = 'Odd: You can stake only 0.86 credits more on this bet in this period.';
  await expect(page.getByText(reason)).toBeVisible();
  const confirm = await table.review(page);
  await expect(confirm.getByText(reason)).toBeVisible();
  await expect(confirm.getByRole('button', { name: 'Place this bet' })).toBeDisabled();
});

test('a stake that is no amount has one reason; an amount shows its decimals after leaving the field', async ({
  page,
  club,
}) => {
  await joinClub(page, club);
  await table.openTable(page);
  await table.chooseBet(page, 'Big', '5.00');
  const confirm = await table.review(page);
  const stake = confirm.getByRole('textbox', { name: 'Stake on Big' });
  await stake.fill('a lot');
  await expect(confirm.getByRole('alert')).toHaveText('This is no amount. Use digits, such as 12.50.');
  await expect(confirm.getByRole('status').filter({ hasText: 'no amount' })).toBeVisible();
  await expect(confirm.getByText('The smallest stake')).toHaveCount(0);
  await stake.fill('0.001');
  await expect(confirm.getByRole('alert')).toHaveText('Use at most 2 decimals.');
  await stake.fill('');
  await expect(confirm.getByText('This is no amount.'), 'an emptied field is no fault yet').toHaveCount(0);
  await expect(confirm.getByRole('button', { name: 'Place this bet' })).toBeDisabled();
  await stake.blur();
  await expect(confirm.getByRole('alert')).toHaveText('This is no amount. Use digits, such as 12.50.');
  for (const [typed, shown] of [
    ['5', '5.00'],
    ['1,5', '1.50'],
  ] as const) {
    await stake.fill(typed);
    await expect(stake).toHaveValue(typed);
    await stake.blur();
    await expect(stake).toHaveValue(shown);
  }
  await expect(confirm.getByRole('alert')).toHaveCount(0);
});

test('a period that ends while the sheet is open: one tap places the bet in the one on the button', async ({
  page,
  club,
}) => {
  await joinClub(page, club);
  await table.openTable(page);
  await table.chooseBet(page, 'Big', '5.00');
  const sent = await watchCalls(page, 'POST', '/api/slips');
  const old = await table.openPeriod(page);
  const confirm = await table.review(page);
  await confirm.getByRole('button', { name: 'Place this bet' }).focus();
  await letTimePass(page, PERIOD_SECONDS * 1_000);
  const place = confirm.getByRole('button', { name: /^Place in period \d+$/ });
  await expect(place).toBeVisible({ timeout: DRAW_MS_MAX });
  await expect(place, 'a keyboard keeps its place').toBeFocused();
  const next = Number(/\d+/.exec(await place.innerText())?.[0]);
  expect(next).toBeGreaterThan(old);
  await expect(confirm.getByRole('alert')).toContainText(
    `Period ${old} closed before this bet was placed. Nothing was taken. You can place it in period ${next}.`,
  );
  await expect(confirm).toContainText(`· ${next}`);
  await expectFigure(confirm, 'Total', 500n);
  expect(sent.count()).toBe(0);
  await expect(await table.keepReceipt(page, () => place.click())).toContainText(`· ${next}`);
  expect(sent.count()).toBe(1);
});

test('what was pressed before the period ended places nothing in the next one', async ({ page, club }) => {
  await joinClub(page, club);
  await table.openTable(page);
  await table.chooseBet(page, 'Big', '5.00');
  await table.untilSecondsLeft(page, { least: 8 });
  const sent = await watchCalls(page, 'POST', '/api/slips');
  const confirm = await table.review(page);
  const place = confirm.getByRole('button', { name: /^Place/ });
  await expect(place).toBeEnabled();
  await place.hover();
  await page.mouse.down();
  await letTimePass(page, PERIOD_SECONDS * 1_000);
  await expect(place).toHaveText(/^Place in period \d+$/, { timeout: DRAW_MS_MAX });
  await expect(place).toBeEnabled();
  await page.mouse.up();
  await place.focus();
  await table.keepReceipt(page, () => page.keyboard.press('Enter'));
  expect(sent.count(), 'the key alone').toBe(1);
});

test('a reality check that comes due while the slip opens is read first, by screen readers too', async ({
  page,
  club,
}) => {
  await joinClub(page, club);
  let isDue = true;
  const [play, code] = [gate(), gate()];
  await page.route('**/api/me/play', async (route) => {
    const response = await route.fetch();
    await play.opened;
    const answer = await response.json();
    await route.fulfill({ response, json: isDue ? { ...answer, checkDueAtMs: 1 } : answer });
  });
  // The code of the sheet comes after the check.
  await page.route('**/assets/slip-sheet-*', async (route) => {
    await code.opened;
    await route.continue();
  });
  await table.openTable(page);
  await table.chooseBet(page, 'Big', '5.00');
  await page.getByRole('button', { name: /^Review 1 bet$/ }).click();
  play.open();
  const check = page.getByRole('alertdialog', { name: 'Your play so far' });
  await expect(check).toBeVisible();
  code.open();
  await page.waitForTimeout(1_000);
  await expect(check, 'screen readers reach it').toBeVisible();
  await expect(table.sheet(page, 'Confirm your bet')).toBeHidden();
  isDue = false;
  await check.getByRole('button', { name: 'Continue' }).click();
  await expect(check).toBeHidden();
  await expect(table.sheet(page, 'Confirm your bet')).toBeVisible();
});

function gate(): { opened: Promise<void>; open: () => void } {
  let open = () => {};
  const opened = new Promise<void>((resolve) => {
    open = resolve;
  });
  return { opened, open: () => open() };
}

/** Holds a finger on the middle of a bet, then moves it by so much and lifts it. */
async function holdFinger(touch: CDPSession, bet: Locator, moveBy = 0): Promise<void> {
  await bet.scrollIntoViewIfNeeded();
  const box = await bet.boundingBox();
  if (box === null) throw new Error('the bet is not on the page');
  const [x, y] = [box.x + box.width / 2, box.y + box.height / 2];
  await touch.send('Input.dispatchTouchEvent', { type: 'touchStart', touchPoints: [{ x, y }] });
  if (moveBy > 0) {
    await touch.send('Input.dispatchTouchEvent', { type: 'touchMove', touchPoints: [{ x, y: y - moveBy }] });
  }
  await new Promise((resolve) => setTimeout(resolve, HOLD_MS));
  await touch.send('Input.dispatchTouchEvent', { type: 'touchEnd', touchPoints: [] });
}
