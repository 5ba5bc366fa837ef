import type { Locator, Page } from '@playwright/test';
import { TABLE_KEY } from './beacon.ts';
import { expect, test } from './fixtures.ts';
import { joinClub, type Member } from './members.ts';
import { expectFault, field, watchCalls } from './pages/forms.ts';
import { expectGoodLook } from './pages/look.ts';
import * as table from './pages/lottery-table.ts';
import * as money from './pages/money-in.ts';

// What a member sets himself, the breaks that he takes, and where he stands while one lasts.

test.use({ contextOptions: { reducedMotion: 'reduce' } });

const DAY_MS = 86_400_000;

test.describe('a limit', () => {
  test('is tighter at once and looser only after a day and a second yes', async ({ page, club }) => {
    await joinClub(page, club);
    await page.goto('/Mine');
    await page.getByRole('link', { name: 'Limits and breaks' }).click();
    const slip = row(page, 'Stakes', 'On one slip');
    await expect(slip).toContainText('None');
    await slip.click();
    await set(page).click();
    await expectFault(field(page, 'At most'), 'Type an amount.');
    await field(page, 'At most').fill('a lot');
    await expectFault(field(page, 'At most'), 'This is no amount.');
    await field(page, 'At most').fill('5');
    await expect(page.getByRole('dialog')).toContainText('Tighter than now');
    await set(page).click();
    await expect(page.getByText('The limit is set and works now.')).toBeVisible();
    await expect(slip).toContainText('5.00 credits');

    await slip.click();
    await field(page, 'At most').fill('8');
    await expect(page.getByRole('dialog')).toContainText('Looser than now');
    await set(page).click();
    await expect(slip).toContainText('5.00 credits');
    const asked = item(page, 'Stakes', 'On one slip');
    await expect(asked).toContainText('You asked for 8.00 credits. You can confirm it from');
    await expect(asked.getByRole('button', { name: 'Confirm' })).toBeDisabled();
    await expectGoodLook(page, '/Limits with a looser one asked for');
    await asked.getByRole('button', { name: 'Forget it' }).click();
    await expect(asked).not.toContainText('You asked for');
    await page.reload();
    await expect(slip).toContainText('5.00 credits');
    await expect(page.getByText('You asked for')).toBeHidden();
  });

  test('in minutes takes whole ones, up to a day', async ({ page, club }) => {
    await joinClub(page, club);
    await page.goto('/Limits');
    const check = row(page, 'Time', 'Reality check every');
    await expect(check).toContainText('1 hour');
    await check.click();
    for (const none of ['', '0', '1441', '1.5']) {
      await field(page, 'Minutes').fill(none);
      await set(page).click();
      await expectFault(field(page, 'Minutes'), 'Type whole minutes');
    }
    await expectGoodLook(page, 'a limit with a fault');
    await field(page, 'Minutes').fill('90');
    await expect(page.getByRole('dialog')).toContainText('Looser than now');
    await field(page, 'Minutes').fill('30');
    await set(page).click();
    await expect(check).toContainText('30 minutes');
  });

  test('is confirmed once its day is over, and the server decides when that is', async ({ page, club }) => {
    await joinClub(page, club);
    await page.goto('/Limits');
    for (const amount of ['5', '8']) {
      await row(page, 'Stakes', 'On one slip').click();
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
    const asked = item(page, 'Stakes', 'On one slip');
    await expect(asked).toContainText('It works once you confirm it.');
    await asked.getByRole('button', { name: 'Confirm' }).click();
    await expect(asked.getByRole('alert')).toContainText('second yes 24 hours after');
    await expect(row(page, 'Stakes', 'On one slip')).toContainText('5.00 credits');
  });

  test('refuses a slip above it, with words next to the slip and the way on', async ({ page, club }) => {
    await joinClub(page, club);
    await page.goto('/Limits');
    await row(page, 'Stakes', 'On one slip').click();
    await field(page, 'At most').fill('7.50');
    await set(page).click();
    await expect(page.getByText('The limit is set')).toBeVisible();
    await table.openTable(page);
    await expect(page.getByText('No play session now')).toBeVisible();
    for (const bet of ['Small', 'Even']) await table.chooseBet(page, bet, '5.00');
    await table.untilSecondsLeft(page, { least: 8 });
    await table.review(page);
    await page.getByRole('button', { name: 'Go on to confirm' }).click();
    await page.getByRole('button', { name: 'Place this bet' }).click();
    const sheet = page.getByRole('dialog');
    await expect(sheet.getByRole('alert')).toContainText(/By your own limit a slip stakes 7\.50\scredits at most/);
    await expectGoodLook(page, 'a slip above the own limit');
    await sheet.getByRole('link', { name: 'See my limits' }).click();
    await expect(page).toHaveURL(/\/Limits$/);
  });

  test('is looked at again half a year later, and may stay', async ({ page, club }) => {
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
    await page.getByRole('link', { name: 'Look at them' }).click();
    await expect(page).toHaveURL(/\/Limits$/);
    await page.getByRole('button', { name: 'They still fit' }).click();
    await expect(page.getByText('Do they still fit?')).toBeHidden();
  });
});

test.describe('before the first top-up', () => {
  test.beforeEach(async ({ page, club }) => {
    await joinClub(page, club);
    await money.giveDetails(page);
    await page.goto('/Recharge');
    await expect(page.getByRole('heading', { name: 'A limit on what you top up?' })).toBeVisible();
  });

  test('a limit is asked for, with nothing chosen, and no is as easy as yes', async ({ page }) => {
    for (const box of await page.getByRole('textbox').all()) await expect(box).toHaveValue('');
    const [yes, no] = ['Set it', 'Not now'].map((name) => page.getByRole('button', { name }));
    expect(await lookOf(yes)).toEqual(await lookOf(no));
    await expectGoodLook(page, 'a deposit limit before the first top-up');
    await yes?.click();
    await expectFault(field(page, 'Top-ups in 24 hours'), 'Type an amount for at least one');
    await field(page, 'Top-ups in 7 days').fill('much');
    await yes?.click();
    await expectFault(field(page, 'Top-ups in 7 days'), 'This is no amount.');
    await expectGoodLook(page, 'a deposit limit with faults');
    await no?.click();
    await expect(money.amountField(page)).toBeVisible();
    await page.reload();
    await expect(money.amountField(page)).toBeVisible();
  });

  test('what is set bounds the top-up at once', async ({ page }) => {
    await field(page, 'Top-ups in 24 hours').fill('120');
    await field(page, 'Top-ups in 30 days').fill('1,000');
    await page.getByRole('button', { name: 'Set it' }).click();
    await expect(money.amountField(page)).toBeVisible();
    await expect(page.getByRole('main')).toContainText(/10\sto\s120\scredits/);
    await money.amountField(page).fill('120.01');
    await expectFault(money.amountField(page), 'The largest amount is 120.00 credits.');
    await page.goto('/Limits');
    await expect(row(page, 'Top-ups', 'In 24 hours')).toContainText('120.00 credits');
    await expect(row(page, 'Top-ups', 'In 30 days')).toContainText('1,000.00 credits');
  });
});

test.describe('while playing', () => {
  test('time and net stand on the table, and a reality check is read before the next bet', async ({ page, club }) => {
    await joinClub(page, club);
    const checked = await watchCalls(page, 'POST', '/api/me/play/checked');
    let due = true;
    await page.route('**/api/me/play', async (route) => {
      const now = Date.now();
      const play = { startedAtMs: now - 84 * 60_000, netMinor: '-3400', sessionEndsAtMs: null, resumesAtMs: now + 1 };
      await route.fulfill({ json: { ...play, checkDueAtMs: due ? now - 1 : now + DAY_MS } });
    });
    await page.goto(`/Lottery?key=${TABLE_KEY}`);
    const dialog = page.getByRole('alertdialog', { name: 'How it stands' });
    await expect(dialog).toContainText(/1 hour,? 24 minutes/);
    await expect(dialog).toContainText('−34.00 credits');
    await expectGoodLook(page, 'a reality check');
    await page.keyboard.press('Escape');
    await page.mouse.click(5, 5);
    for (let taps = 0; taps < 8; taps++) {
      await page.keyboard.press('Tab');
      expect(await dialog.evaluate((element) => element.contains(document.activeElement))).toBe(true);
    }
    await expect(dialog).toBeVisible();
    due = false;
    await dialog.getByRole('button', { name: 'Go on' }).click();
    await expect(dialog).toBeHidden();
    expect(checked.count()).toBe(1);
    await page.reload();
    await expect(page.getByText(/Playing for 1 hour,? 24 minutes/)).toBeVisible();
    await expect(page.getByText('So far −34.00 credits')).toBeVisible();
    await expectGoodLook(page, '/Lottery while playing');
  });

  test('a reality check comes over an open slip, and leaves it as it was', async ({ page, club }) => {
    await joinClub(page, club);
    let dueAtMs = 0;
    await page.route('**/api/me/play', async (route) => {
      const now = Date.now();
      dueAtMs ||= now + 6_000;
      const play = { startedAtMs: now - 60_000, netMinor: '250', sessionEndsAtMs: null, resumesAtMs: now + 1 };
      await route.fulfill({ json: { ...play, checkDueAtMs: dueAtMs } });
    });
    await table.openTable(page);
    await table.chooseBet(page, 'Small', '5.00');
    await table.review(page);
    const dialog = page.getByRole('alertdialog');
    await expect(dialog).toContainText('+2.50 credits');
    await expect(dialog.getByRole('button', { name: 'Go on' })).toBeFocused();
    dueAtMs = Date.now() + DAY_MS;
    await dialog.getByRole('button', { name: 'Go on' }).click();
    await expect(dialog).toBeHidden();
    await expect(table.sheet(page, 'Your slip')).toContainText('5.00');
  });

  test('a reality check leads to a break and to the way out', async ({ page, club }) => {
    await joinClub(page, club);
    await page.route('**/api/me/play', async (route) => {
      const play = { startedAtMs: Date.now(), netMinor: '0', checkDueAtMs: 1, sessionEndsAtMs: null, resumesAtMs: 2 };
      await route.fulfill({ json: play });
    });
    for (const [way, url] of [
      ['Take a break', /\/Limits$/],
      ['Withdraw', /\/Withdraw$/],
    ] as const) {
      await page.goto(`/Lottery?key=${TABLE_KEY}`);
      await page.getByRole('alertdialog').getByRole('button', { name: way }).click();
      await expect(page).toHaveURL(url);
    }
  });

  test('a session limit that is reached says when bets are possible again', async ({ page, club }) => {
    await joinClub(page, club);
    await page.route('**/api/me/play', async (route) => {
      const now = Date.now();
      const play = { startedAtMs: now - 60_000, netMinor: '0', checkDueAtMs: null };
      await route.fulfill({ json: { ...play, sessionEndsAtMs: now - 1, resumesAtMs: now + 3_600_000 } });
    });
    await table.openTable(page);
    await expect(page.getByText('Your own session limit is reached. Bets are possible again at')).toBeVisible();
    await page.getByRole('link', { name: 'See my limits' }).click();
    await expect(page).toHaveURL(/\/Limits$/);
  });
});

test.describe('a break', () => {
  test('takes a choice and a second yes; then money can leave, and nothing else can be done', async ({
    page,
    club,
  }) => {
    const member = await joinClub(page, club);
    await page.goto('/Limits');
    await page.getByRole('button', { name: /^Time-out/ }).click();
    const sheet = page.getByRole('dialog');
    await expect(sheet).toContainText('Withdrawals, your statement, your messages and support go on');
    await expect(sheet.getByRole('button', { pressed: true })).toHaveCount(0);
    await sheet.getByRole('button', { name: 'Go on' }).click();
    await expect(sheet.getByRole('alert')).toContainText('Choose how long.');
    await sheet.getByRole('button', { name: 'Another number of hours' }).click();
    for (const none of ['', '23', '1009']) {
      await field(page, 'Hours').fill(none);
      await sheet.getByRole('button', { name: 'Go on' }).click();
      await expectFault(field(page, 'Hours'), 'Type whole hours, from 24 to 1,008.');
    }
    await expectGoodLook(page, 'a time-out with a fault');
    await sheet.getByRole('button', { name: '3 days' }).click();
    await sheet.getByRole('button', { name: 'Go on' }).click();
    await expect(sheet).toContainText('nobody can end it earlier');
    await expectGoodLook(page, 'the second yes to a time-out');
    await sheet.getByRole('button', { name: 'Yes, begin the time-out' }).click();
    await expectRestricted(page, 'You are taking a time-out');
    await expectGoodLook(page, '/Restricted in a time-out');

    for (const path of ['/Home', '/Game', '/Mine', '/Recharge', `/Lottery?key=${TABLE_KEY}`]) {
      await page.goto(path);
      await expectRestricted(page, 'You are taking a time-out');
    }
    await page.goto('/Limits');
    await expect(page.getByText('They stay as they are')).toBeVisible();
    await expect(page.getByRole('button', { name: /On one slip/ })).toHaveCount(0);
    await expectGoodLook(page, '/Limits, read only');

    await page.goto('/Restricted');
    await page.getByRole('link', { name: 'Withdraw', exact: true }).click();
    await expect(page.getByRole('heading', { name: 'Three things, once' })).toBeVisible();
    await page.goto('/Restricted');
    await page.getByRole('link', { name: 'Statement' }).click();
    await expect(page.getByRole('main')).toContainText('10,000.00');

    await signOutAndIn(page, member);
    await expectRestricted(page, 'You are taking a time-out');
  });

  test('of half a year or more says that nothing shortens it', async ({ page, club }) => {
    await joinClub(page, club);
    await page.goto('/Limits');
    await page.getByRole('button', { name: /^Self-exclusion/ }).click();
    const sheet = page.getByRole('dialog');
    await expect(sheet).toContainText('Nobody can shorten it');
    await sheet.getByRole('button', { name: '1 year' }).click();
    await expectGoodLook(page, 'a self-exclusion');
    await sheet.getByRole('button', { name: 'Go on' }).click();
    await sheet.getByRole('button', { name: 'Back' }).click();
    await expect(sheet.getByRole('button', { name: '1 year' })).toHaveAttribute('aria-pressed', 'true');
    await sheet.getByRole('button', { name: 'Go on' }).click();
    await sheet.getByRole('button', { name: 'Yes, exclude me' }).click();
    await expectRestricted(page, 'You have excluded yourself');
    await expect(page.getByRole('main')).toContainText(String(new Date().getUTCFullYear() + 1));
    await expect(page.getByText('Help outside the club')).toBeVisible();
    await page.getByRole('link', { name: 'Limits and breaks' }).click();
    await expect(page.getByRole('button', { name: /^Time-out/ })).toHaveCount(0);
  });
});

test('who is suspended is told why and until when; who leaves, that all is paid out', async ({ page, club }) => {
  await joinClub(page, club);
  let change: object = { suspension: { reason: 'Two accounts of one person', until: null } };
  await page.route('**/api/me', async (route) => {
    const answer = await route.fetch();
    const me = await answer.json();
    await route.fulfill({ response: answer, json: { ...me, restricted: true, ...change } });
  });
  await page.goto('/Home');
  await expectRestricted(page, 'This account is suspended');
  await expect(page.getByRole('main')).toContainText('Two accounts of one person');
  await expect(page.getByRole('link', { name: 'Withdraw', exact: true })).toBeVisible();
  await expectGoodLook(page, '/Restricted while suspended');
  change = { closing: true };
  await page.goto('/Mine');
  await expectRestricted(page, 'This account is being closed');
  await expect(page.getByRole('main')).toContainText('Paid out by itself');
  await expectGoodLook(page, '/Restricted while leaving');
});

test('help outside the club stands there by country, for everybody who looks', async ({ page, club }) => {
  await joinClub(page, club);
  await page.goto('/Limits');
  await expect(page.getByRole('link', { name: /gamblingtherapy\.org/ })).toHaveAttribute('rel', 'noreferrer');
  await page.getByRole('button', { name: /^Country/ }).click();
  await field(page, 'Search the countries').fill('south ko');
  await page.getByRole('button', { name: 'South Korea' }).click();
  await expect(page.getByRole('link', { name: /1336/ })).toHaveAttribute('href', 'tel:1336');
  await expectGoodLook(page, '/Limits');
});

function section(page: Page, name: string): Locator {
  return page.locator('section').filter({ has: page.getByRole('heading', { name, exact: true }) });
}

/** A limit with what was asked for. */
function item(page: Page, group: string, kind: string): Locator {
  return section(page, group).getByRole('listitem').filter({ hasText: kind });
}

/** The key that opens a limit. */
function row(page: Page, group: string, kind: string): Locator {
  return item(page, group, kind).getByRole('button', { name: kind });
}

function set(page: Page): Locator {
  return page.getByRole('dialog').getByRole('button', { name: 'Set this limit' });
}

async function expectRestricted(page: Page, title: string): Promise<void> {
  await expect(page).toHaveURL(/\/Restricted$/);
  await expect(page.getByRole('heading', { name: title })).toBeVisible();
}

function lookOf(button: Locator | undefined): Promise<string[] | undefined> | undefined {
  return button?.evaluate((element) => {
    const { backgroundColor, color, fontSize, fontWeight, borderColor } = getComputedStyle(element);
    const { width, height } = element.getBoundingClientRect();
    return [backgroundColor, color, fontSize, fontWeight, borderColor, String(width), String(height)];
  });
}

async function signOutAndIn(page: Page, { userName, password }: Member): Promise<void> {
  await page.goto('/Restricted');
  await page.getByRole('button', { name: 'Sign out' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Sign out' }).click();
  await expect(page.getByRole('heading', { level: 1, name: /^(Mine|Sign in)$/ })).toBeVisible();
  await page.goto('/Login');
  await field(page, 'User name').fill(userName);
  await field(page, 'Password').fill(password);
  await page.getByRole('button', { name: 'Sign in', exact: true }).click();
}
