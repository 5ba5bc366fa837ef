import type { Locator } from '@playwright/test';
import { filled } from '../kit/filled.ts';
import { expect, test } from '../kit/fixtures.ts';
import { joinClub, type Member } from '../kit/members.ts';
import { expectFault, field, watchCalls } from '../pages/forms.ts';
import { item, row, set, setLimits } from '../pages/limits.ts';
import { expectGoodLook } from '../pages/look.ts';
import * as table from '../pages/lottery-table.ts';
import * as money from '../pages/money-in.ts';
import { regionsOn, spanOn } from '../spoken/written.ts';

// Limits that members set for themselves, and help outside the club.

test.use({ contextOptions: { reducedMotion: 'reduce' } });

/** Less than the time after which the page gives up a call and repeats it. */
const SOON_MS = 4_000;

test.describe('a limit', () => {
  test('is tightened immediately, and loosened only after a day and a second confirmation', async ({ page, club }) => {
    await joinClub(page, club);
    await page.goto('/Mine');
    await page.getByRole('link', { name: 'Limits and breaks' }).click();
    const slip = row(page, 'Stakes', 'Per slip');
    await expect(slip).toContainText('None');
    await slip.click();
    await set(page).click();
    await expectFault(field(page, 'At most'), 'Enter an amount.');
    await field(page, 'At most').fill('a lot');
    await expectFault(field(page, 'At most'), 'This is no amount.');
    await field(page, 'At most').fill('5');
    await expect(page.getByRole('dialog')).toContainText('Tighter than now');
    await set(page).click();
    await expect(page.getByText('Your limit is set.')).toBeVisible();
    await expect(slip).toContainText('5.00 credits');

    await slip.click();
    await field(page, 'At most').fill('8');
    await expect(page.getByRole('dialog')).toContainText('Looser than now');
    await set(page).click();
    await expect(slip).toContainText('5.00 credits');
    const requested = item(page, 'Stakes', 'Per slip');
    await expect(requested).toContainText('You requested 8.00 credits. You can confirm it from');
    await expect(requested.getByRole('button', { name: 'Confirm' })).toBeDisabled();
    await expectGoodLook(page, '/Limits with a looser one asked for');
    await requested.getByRole('button', { name: 'Cancel request' }).click();
    await expect(requested).not.toContainText('You asked for');
    await page.reload();
    await expect(slip).toContainText('5.00 credits');
    await expect(page.getByText('You asked for')).toBeHidden();
  });

  test('in minutes takes whole ones, up to a day', async ({ page, club }) => {
    await joinClub(page, club);
    await page.goto('/Limits');
    const check = row(page, 'Time', 'Reality check every');
    await expect(check).toContainText(await spanOn(page, [1, 'hour']));
    await check.click();
    for (const none of ['', '0', '1441', '1.5']) {
      await field(page, 'Minutes').fill(none);
      await set(page).click();
      await expectFault(field(page, 'Minutes'), 'Enter whole minutes');
    }
    await expectGoodLook(page, 'a limit with a fault');
    await field(page, 'Minutes').fill('90');
    await expect(page.getByRole('dialog')).toContainText('Looser than now');
    await field(page, 'Minutes').fill('30');
    await set(page).click();
    await expect(check).toContainText(await spanOn(page, [30, 'minute']));
  });

  test('is confirmed once its day is over, and the server decides when that is', async ({ page, club }) => {
    await joinClub(page, club);
    await page.goto('/Limits');
    for (const amount of ['5', '8']) {
      await row(page, 'Stakes', 'Per slip').click();
      await field(page, 'At most').fill(amount);
      await set(page).click();
      await expect(page.getByRole('dialog')).toBeHidden();
    }
    await page.route('**/api/me/limits', async (route) => {
      const answer = await route.fetch();
      const body = (await answer.text()).replace(/"confirmableAtMs":\d+/, '"confirmableAtMs":1');
      await route.fulfill({ response: answer, body });
    });
    await page.reload();
    const requested = item(page, 'Stakes', 'Per slip');
    await expect(requested).toContainText('Confirm it by');
    await requested.getByRole('button', { name: 'Confirm' }).click();
    await expect(requested.getByRole('alert')).toContainText('24 hours after you asked for it');
    await expect(row(page, 'Stakes', 'Per slip')).toContainText('5.00 credits');
  });

  test('is shown beside the total before a slip is sent, with the remaining amount and a link', async ({
    page,
    club,
  }) => {
    await joinClub(page, club);
    await setLimits(page, { 'stake-slip': '900', 'stake-day': '1200' });
    const sent = await watchCalls(page, 'POST', '/api/slips');
    await table.openTable(page);
    for (const bet of ['Small', 'Even']) await table.chooseBet(page, bet, '5.00');
    await table.untilSecondsLeft(page, { least: 12 });
    await table.review(page);
    const sheet = page.getByRole('dialog');
    // The period may close meanwhile.
    const place = sheet.getByRole('button', { name: /^Place (this bet|in period \d+)$/ });
    await expect(place).toBeDisabled();
    await expect(place).toHaveAccessibleDescription(/Your own limit allows 9\.00\scredits per slip/);
    await expectGoodLook(page, 'a slip above an own limit, not sent');
    await sheet.getByRole('textbox', { name: 'Stake on Even' }).fill('4');
    await expect(place).toBeEnabled();
    expect(sent.count()).toBe(0);
    await (await table.keepReceipt(page, () => place.click())).getByRole('button', { name: 'Done' }).click();

    // Stakes count: 3.00 are left for the day.
    await table.chooseBet(page, 'Big', '5.00');
    await table.review(page);
    await expect(place).toBeDisabled();
    await expect(sheet).toContainText(/Your own limit lets you stake 3\.00\scredits more now/);
    await sheet.getByRole('link', { name: 'View my limits' }).click();
    await expect(page).toHaveURL(/\/Limits$/);
    expect(sent.count()).toBe(1);
  });

  test('is shown for losses, too; winnings may be staked again', async ({ page, club }) => {
    await joinClub(page, club);
    // A gain of 40.00 leaves more than the limit.
    const left = { 'loss-day': '5000' };
    const slow = Promise.withResolvers<void>();
    let isSlow = false;
    await setLimits(page, { 'loss-day': '1000' });
    await page.route('**/api/me/limits', async (route) => {
      const reported = { ...left };
      if (isSlow) await slow.promise;
      const answer = await route.fetch();
      const { limits, ...rest } = (await answer.json()) as { limits: { kind: string; leftMinor: string | null }[] };
      const changed = limits.map((one) =>
        one.kind === 'loss-day' ? { ...one, leftMinor: reported['loss-day'] } : one,
      );
      // The page does not wait for an answer that it knows to be outdated.
      await route.fulfill({ response: answer, json: { ...rest, limits: changed } }).catch(() => undefined);
    });
    await table.openTable(page);
    await table.chooseBet(page, 'Small', '50.00');
    isSlow = true;
    await table.review(page);
    const sheet = page.getByRole('dialog');
    // The period may close meanwhile.
    const place = sheet.getByRole('button', { name: /^Place (this bet|in period \d+)$/ });
    await expect(sheet).toContainText('Balance after');
    await expect(sheet.getByText('Your own loss limit')).toBeHidden();
    // A draw was lost meanwhile. The next look shows what is left, although an older answer is still on its way.
    left['loss-day'] = '4999';
    isSlow = false;
    await sheet.getByRole('button', { name: 'Close' }).click();
    await table.review(page);
    const soon = { timeout: SOON_MS };
    await expect(sheet).toContainText(/Your own loss limit lets you stake 49\.99\scredits more now/, soon);
    await expect(place).toBeDisabled();
    slow.resolve();
  });

  test('refuses a slip above it if the page did not know it, with a text next to the slip', async ({ page, club }) => {
    await joinClub(page, club);
    await setLimits(page, { 'stake-slip': '750' });
    await page.route('**/api/me/limits', async (route) => {
      const answer = await route.fetch();
      const body = (await answer.text()).replaceAll(/"leftMinor":"\d+"/g, '"leftMinor":null');
      await route.fulfill({ response: answer, body });
    });
    await table.openTable(page);
    for (const bet of ['Small', 'Even']) await table.chooseBet(page, bet, '5.00');
    await table.untilSecondsLeft(page, { least: 8 });
    await table.review(page);
    await page.getByRole('button', { name: 'Place this bet' }).click();
    const sheet = page.getByRole('dialog');
    await expect(sheet.getByRole('alert')).toContainText(/Your own limit allows 7\.50\scredits per slip/);
    await expectGoodLook(page, 'a slip above the own limit');
    await sheet.getByRole('link', { name: 'View my limits' }).click();
    await expect(page).toHaveURL(/\/Limits$/);
  });

  test('is reviewed half a year later, and may stay', async ({ page, club }) => {
    await joinClub(page, club);
    let reviewed = false;
    await page.route('**/api/me/limits', async (route) => {
      const answer = await route.fetch();
      const limits = await answer.json();
      await route.fulfill({ response: answer, json: { ...limits, reviewAtMs: reviewed ? null : 1 } });
    });
    await page.route('**/api/me/limits/reviewed', async (route) => {
      reviewed = true;
      await route.continue();
    });
    await page.goto('/Mine');
    await expect(page.getByText('Do they still fit?')).toBeVisible();
    await page.getByRole('link', { name: 'Review them' }).click();
    await expect(page).toHaveURL(/\/Limits$/);
    await page.getByRole('button', { name: 'Keep them' }).click();
    await expect(page.getByText('Do they still fit?')).toBeHidden();
  });
});

test.describe('before the first top-up', () => {
  let member: Member;
  test.beforeEach(async ({ page, club }) => {
    member = await joinClub(page, club);
    await money.giveDetails(page);
    await page.goto('/Recharge');
    await expect(page.getByRole('heading', { name: 'Set a top-up limit?' })).toBeVisible();
  });

  test('a limit is asked for, with nothing chosen, and no is as easy as yes', async ({ page }) => {
    for (const box of filled(await page.getByRole('textbox').all())) await expect(box).toHaveValue('');
    const [yes, no] = ['Save', 'Not now'].map((name) => page.getByRole('button', { name }));
    expect(await lookOf(yes)).toEqual(await lookOf(no));
    await expectGoodLook(page, 'a deposit limit before the first top-up');
    await yes?.click();
    await expectFault(field(page, 'Top-ups in 24 hours'), 'Enter at least one amount');
    await field(page, 'Top-ups in 7 days').fill('much');
    await yes?.click();
    await expectFault(field(page, 'Top-ups in 7 days'), 'This is no amount.');
    await expectGoodLook(page, 'a deposit limit with faults');
    await no?.click();
    await expect(money.amountField(page)).toBeVisible();
    await page.reload();
    await expect(money.amountField(page)).toBeVisible();
  });

  test('is asked once, whichever phone it is asked on', async ({ page, club, newPhone }) => {
    const { userName, password } = member;
    const answered = page.waitForResponse('**/api/me/limits/prompted');
    await page.getByRole('button', { name: 'Not now' }).click();
    await answered;
    const other = await newPhone(club.address);
    await other.goto('/Login?to=/Recharge');
    await field(other, 'User name').fill(userName);
    await field(other, 'Password').fill(password);
    await other.getByRole('button', { name: 'Sign in', exact: true }).click();
    await expect(money.amountField(other)).toBeVisible();
  });

  test('an amount beyond what a limit may be is refused beside its field, as money', async ({ page }) => {
    await field(page, 'Top-ups in 7 days').fill('500,000,000,000');
    await page.getByRole('button', { name: 'Save' }).click();
    const range = 'between 0.00 credits and 100,000,000,000.00 credits';
    await expectFault(field(page, 'Top-ups in 7 days'), range);
    await expectGoodLook(page, 'a deposit limit beyond its range');
    await page.goto('/Limits');
    await row(page, 'Stakes', 'Per slip').click();
    await field(page, 'At most').fill('500000000000');
    await set(page).click();
    await expectFault(field(page, 'At most'), range);
  });

  test('what is set bounds the top-up at once', async ({ page }) => {
    await field(page, 'Top-ups in 24 hours').fill('120');
    await field(page, 'Top-ups in 30 days').fill('1,000');
    await page.getByRole('button', { name: 'Save' }).click();
    await expect(money.amountField(page)).toBeVisible();
    await expect(page.getByRole('main')).toContainText(/10\sto\s120\scredits/);
    await money.amountField(page).fill('120.01');
    await expectFault(money.amountField(page), 'The largest amount is 120.00 credits.');
    await page.goto('/Limits');
    await expect(row(page, 'Top-ups', 'In 24 hours')).toContainText('120.00 credits');
    await expect(row(page, 'Top-ups', 'In 30 days')).toContainText('1,000.00 credits');
  });
});

test('organisations that help are listed by country, also for visitors', async ({ page, club }) => {
  await joinClub(page, club);
  await page.goto('/Limits');
  await expect(page.getByRole('link', { name: /gamblingtherapy\.org/ })).toHaveAttribute('rel', 'noreferrer');
  await page.getByRole('button', { name: /^Country/ }).click();
  const korea = await regionsOn(page, 'KR');
  await field(page, 'Search countries').fill(korea.slice(0, -1).toLowerCase());
  await page.getByRole('button', { name: korea }).click();
  await expect(page.getByRole('link', { name: /1336/ })).toHaveAttribute('href', 'tel:1336');
  await expectGoodLook(page, '/Limits');
});

function lookOf(button: Locator | undefined): Promise<string[] | undefined> | undefined {
  return button?.evaluate((element) => {
    const { backgroundColor, color, fontSize, fontWeight, borderColor } = getComputedStyle(element);
    const { width, height } = element.getBoundingClientRect();
    return [backgroundColor, color, fontSize, fontWeight, borderColor, String(width), String(height)];
  });
}
