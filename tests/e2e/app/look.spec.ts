import type { Locator, Page } from '@playwright/test';
import { PERIOD_SECONDS } from '../kit/beacon.ts';
import { letDiceFall, letTimePass } from '../kit/club-time.ts';
import { DRAW_MS_MAX, expect, test } from '../kit/fixtures.ts';
import { joinClub } from '../kit/members.ts';
import { field } from '../pages/forms.ts';
import { expectGoodLook } from '../pages/look.ts';
import * as table from '../pages/lottery-table.ts';
import { ADDS_UP, confirmKey, expectVerdict, TO_CONFIRM } from '../pages/proofs.ts';
import { askToSignOut } from '../pages/settings.ts';
import { ONWARD } from '../spoken/written.ts';

test.use({ contextOptions: { reducedMotion: 'reduce' } });

test('every screen of a visitor passes the visual checks', async ({ page }) => {
  for (const path of [
    '/Home',
    '/Game',
    '/Choose',
    '/Video',
    '/Mine',
    '/Agreement',
    '/Language',
    '/Book',
    '/House',
    '/Privacy',
    '/Nowhere',
  ]) {
    await page.goto(path);
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
    await expect(page.getByRole('main')).not.toBeEmpty();
    await expectGoodLook(page, path);
  }
  for (const [path, send] of [
    ['/Login', 'Sign in'],
    ['/Register', 'Join'],
    ['/Recover', 'Set new password'],
    ['/Recover?way=desk', 'Send request'],
    ['/VisitorDesk', 'Open conversation'],
    ['/VisitorDesk?new=1', 'Send message'],
    ['/Verify', 'Check'],
  ] as const) {
    await page.goto(path);
    await expectGoodLook(page, path);
    await page.getByRole('button', { name: send, exact: true }).click();
    await expect(page.getByRole('alert').first()).toBeVisible();
    await expectGoodLook(page, `${path} with faults`);
  }
});

test('every screen of a member passes the visual checks, from the slip to the proof', async ({ page, club }) => {
  await joinClub(page, club);
  await page.goto('/GameRecord');
  await expect(page.getByRole('heading', { name: 'No bets yet' })).toBeVisible();
  await expectGoodLook(page, '/GameRecord, empty');

  await table.openTable(page);
  await expectGoodLook(page, '/Lottery');
  for (const bet of ['Small', 'Even', 'Sum 12']) await table.chooseBet(page, bet, '5.00');
  await expectGoodLook(page, '/Lottery with bets');
  const slip = await table.review(page);
  const stake = slip.getByRole('textbox', { name: 'Stake on Even' });
  await stake.fill('0.5');
  await expectGoodLook(page, 'the slip with a fault');
  await stake.fill('500');
  await expectGoodLook(page, 'the slip to confirm');
  const moved = page.getByRole('button', { name: /^Place in period/ });
  await letTimePass(page, PERIOD_SECONDS * 1_000);
  await expect(moved).toBeVisible({ timeout: DRAW_MS_MAX });
  await expectGoodLook(page, 'a slip whose period has closed');
  const receipt = await table.keepReceipt(page, () => moved.click());
  const period = Number(/·\s*(\d+)/.exec(await receipt.innerText())?.[1]);
  await expectGoodLook(page, 'the receipt');
  await receipt.getByRole('button', { name: 'Done' }).click();

  await letDiceFall(page, period);
  await expect(table.drawStrip(page, period)).toContainText(/Sum \d/, { timeout: DRAW_MS_MAX });
  await table.drawStrip(page, period).click();
  await expect(table.sheet(page, 'Draw')).toBeVisible();
  await expectGoodLook(page, 'a draw');
  await page.keyboard.press('Escape');
  await page.getByRole('button', { name: 'Past draws' }).click();
  await expect(table.sheet(page, 'Past draws').getByRole('listitem').first()).toBeVisible();
  await expectGoodLook(page, 'past draws');

  await page.goto('/GameRecord');
  await page.getByRole('main').getByRole('listitem').getByRole('button').click();
  await expect(page.getByRole('link', { name: 'Check this bet step by step' })).toBeVisible();
  await expectGoodLook(page, 'a bet in the record');
  await page.getByRole('link', { name: 'Check this bet step by step' }).click();
  await expectVerdict(page, TO_CONFIRM);
  await expectGoodLook(page, 'the proof of a bet before the key is confirmed');
  await confirmKey(page);
  await expectVerdict(page, ADDS_UP);
  await page.getByRole('list', { name: 'Steps of the check' }).getByText('Raw bytes').first().click();
  await expectGoodLook(page, 'the proof of a bet');
  for (const path of ['/GameRecord', '/Account', '/Home', '/Book']) {
    await page.goto(path);
    await expect(page.getByRole('main').getByRole('listitem').first()).toBeVisible();
    await expectGoodLook(page, path);
  }
  for (const path of ['/Setting', '/Sessions', '/SetLoginPassword']) {
    await page.goto(path);
    await expect(page.getByRole('main')).toContainText(/Language|No other devices|New password/);
    await expectGoodLook(page, path);
  }
  await page.goto('/Invite');
  await expect(page.getByRole('button', { name: 'Create code' })).toBeVisible();
  await expectGoodLook(page, '/Invite');
  await page.goto('/Mine');
  await expect(page.getByRole('region', { name: 'Balance' })).toBeVisible();
  await expectGoodLook(page, '/Mine');
  await askToSignOut(page);
  await expect(page.getByRole('dialog')).toBeVisible();
  await expectGoodLook(page, 'signing out');
});

test.describe('for a reader of Arabic', () => {
  test.use({ locale: 'ar' });

  test('an agreement that exists only in English runs from left to right, marked as English', async ({ page }) => {
    const sections = [{ id: 'terms', title: 'Terms of the house', paragraphs: ['Money here is money.'] }];
    await page.route(/\/api\/agreement/, (route) => route.fulfill({ json: { version: 9, locale: 'en', sections } }));
    await page.goto('/Agreement');
    const terms = page.locator('#terms');
    await expect(terms).toContainText('Money here is money.');
    await expect(page.locator('html')).toHaveAttribute('dir', 'rtl');
    await expect(terms).toHaveAttribute('lang', 'en');
    await expect(terms).toHaveCSS('direction', 'ltr');
    await expectGoodLook(page, 'an English agreement in Arabic');
  });
});

test('a bet is placed by keyboard alone, and the focus is always seen', async ({ page, club }) => {
  await joinClub(page, club);
  await table.openTable(page);
  await table.untilSecondsLeft(page, { least: 14 });
  // The bets are one tab stop; arrow keys move among them.
  await tabTo(page, table.betKey(page, 'Small'));
  await page.keyboard.press(ONWARD);
  await page.keyboard.press(ONWARD);
  await expect(table.betKey(page, 'Odd')).toBeFocused();
  await page.keyboard.press('Space');
  // The chips are one tab stop; arrow keys choose among them.
  await tabTo(page, page.getByRole('radio', { name: '1.00 credits per bet', exact: true }));
  await page.keyboard.press(ONWARD);
  await tabTo(page, table.betKey(page, 'Odd'));
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press(ONWARD);
  await page.keyboard.press('Space');
  await expect(table.betKey(page, 'Sum 10')).toContainText('5');
  const review = page.getByRole('button', { name: 'Review 2 bets' });
  await tabTo(page, review);
  await page.keyboard.press('Enter');
  const slip = table.sheet(page, 'Confirm your bet');
  await expect(slip).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(slip).toBeHidden();
  await expect(review).toBeFocused();
  await page.keyboard.press('Enter');
  await tabTo(page, slip.getByRole('textbox', { name: 'Stake on Sum 10' }));
  await page.keyboard.type('2.50');
  const place = page.getByRole('button', { name: 'Place this bet' });
  await tabTo(page, place);
  // A key pressed at once could belong to the previous step.
  await expect(place).toBeEnabled();
  await page.keyboard.press('Enter');
  const receipt = table.sheet(page, 'Bet accepted');
  await expect(receipt).toContainText('2.50');
  await tabTo(page, receipt.getByRole('button', { name: 'Done' }));
  await page.keyboard.press('Enter');
  await expect(receipt).toBeHidden();
  await expect(table.balance(page)).toContainText('Available 9,996.50 credits');
});

test('a form is filled in by keyboard alone', async ({ page }) => {
  await page.goto('/Login');
  await tabTo(page, field(page, 'User name'));
  await page.keyboard.type('mira');
  await tabTo(page, field(page, 'Password'));
  await page.keyboard.type('mira-plays-fair');
  await page.keyboard.press('Enter');
  await expect(page.getByRole('region', { name: 'Account' })).toContainText('mira');
});

const TABS_MAX = 60;

/** Presses Tab until the element has the focus. The focus must be visible on every stop. */
async function tabTo(page: Page, wanted: Locator): Promise<void> {
  for (let taps = 0; taps < TABS_MAX; taps++) {
    await page.keyboard.press('Tab');
    expect(await isFocusSeen(page), 'the focus is seen').toBe(true);
    if (await wanted.evaluate((element) => element === document.activeElement)) return;
  }
  throw new Error(`Tab does not lead to ${wanted}`);
}

/** Whether the focused element or its field has a visible ring. */
function isFocusSeen(page: Page): Promise<boolean> {
  return page.evaluate(() => {
    const focused = document.activeElement;
    if (focused === null || focused === document.body) return true;
    const around = [focused, focused.parentElement, focused.nextElementSibling].filter((one) => one !== null);
    return around.some((one) => {
      const { outlineStyle, outlineWidth, boxShadow } = getComputedStyle(one);
      return (outlineStyle !== 'none' && outlineWidth !== '0px') || boxShadow !== 'none';
    });
  });
}
