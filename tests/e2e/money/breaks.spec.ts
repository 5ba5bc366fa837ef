import type { Page, Route } from '@playwright/test';
import { TABLE_KEY } from '../kit/beacon.ts';
import { letTimePass, timeOf } from '../kit/club-time.ts';
import { expect, test } from '../kit/fixtures.ts';
import { joinClub, type Member } from '../kit/members.ts';
import { expectFault, field, watchCalls } from '../pages/forms.ts';
import { expectGoodLook } from '../pages/look.ts';
import * as table from '../pages/lottery-table.ts';
import { spanOn } from '../spoken/written.ts';

// Session figures, breaks that members take, and what a break blocks.

test.use({ contextOptions: { reducedMotion: 'reduce' } });

const DAY_MS = 86_400_000;
/** When a reality check comes due; long enough to open a table and choose a bet on a busy machine. */
const DUE_IN_MS = 120_000;

test.describe('while playing', () => {
  test('time and net result are on the table, and a reality check is read before the next bet', async ({
    page,
    club,
  }) => {
    await joinClub(page, club);
    const checked = await watchCalls(page, 'POST', '/api/me/play/checked');
    let due = true;
    await page.route('**/api/me/play', async (route) => {
      const now = await timeOf(club);
      const play = { startedAtMs: now - 84 * 60_000, netMinor: '-4400', openMinor: '1000' };
      const ends = { sessionEndsAtMs: null, resumesAtMs: now + 1, checkDueAtMs: due ? now - 1 : now + DAY_MS };
      await route.fulfill({ json: { ...play, ...ends } });
    });
    await page.goto(`/Lottery?key=${TABLE_KEY}`);
    const dialog = page.getByRole('alertdialog', { name: 'Your play so far' });
    const played = await spanOn(page, [1, 'hour'], [24, 'minute']);
    await expect(dialog).toContainText(played);
    await expect(dialog).toContainText('−34.00 credits');
    await expect(dialog).toContainText(/Open bets\s*10\.00 credits/);
    await expectGoodLook(page, 'a reality check');
    await page.keyboard.press('Escape');
    await page.mouse.click(5, 5);
    for (let taps = 0; taps < 8; taps++) {
      await page.keyboard.press('Tab');
      // At the ends of the dialog a focus guard sends the focus back.
      await expect.poll(() => dialog.evaluate((element) => element.contains(document.activeElement))).toBe(true);
    }
    await expect(dialog).toBeVisible();
    due = false;
    await dialog.getByRole('button', { name: 'Continue' }).click();
    await expect(dialog).toBeHidden();
    expect(checked.count()).toBe(1);
    await page.reload();
    await expect(page.getByText(`Playing for ${played}`)).toBeVisible();
    await expect(page.getByText('So far')).toContainText('−34.00 credits');
    await expect(page.getByText('Open bets: 10.00 credits')).toBeVisible();
    await expectGoodLook(page, '/Lottery while playing');
  });

  test('a reality check opens above a slip, and leaves it unchanged', async ({ page, club }) => {
    await joinClub(page, club);
    let dueAtMs = (await timeOf(club)) + DUE_IN_MS;
    await page.route('**/api/me/play', async (route) => {
      const now = await timeOf(club);
      const play = {
        startedAtMs: now - 60_000,
        netMinor: '250',
        openMinor: '0',
        sessionEndsAtMs: null,
        resumesAtMs: now + 1,
      };
      await route.fulfill({ json: { ...play, checkDueAtMs: dueAtMs } });
    });
    await table.openTable(page);
    await table.chooseBet(page, 'Small', '5.00');
    await table.review(page);
    await letTimePass(page, DUE_IN_MS);
    const dialog = page.getByRole('alertdialog');
    await expect(dialog).toContainText('+2.50 credits');
    await expect(dialog.getByRole('button', { name: 'Continue' })).toBeFocused();
    dueAtMs = (await timeOf(club)) + DAY_MS;
    await dialog.getByRole('button', { name: 'Continue' }).click();
    await expect(dialog).toBeHidden();
    await expect(table.sheet(page, 'Confirm your bet')).toContainText('5.00');
  });

  test('a reality check leads to a break and to the way out', async ({ page, club }) => {
    await joinClub(page, club);
    await page.route('**/api/me/play', async (route) => {
      const play = {
        startedAtMs: await timeOf(club),
        netMinor: '0',
        openMinor: '0',
        checkDueAtMs: 1,
        sessionEndsAtMs: null,
        resumesAtMs: 2,
      };
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
      const now = await timeOf(club);
      const play = { startedAtMs: now - 60_000, netMinor: '0', openMinor: '0', checkDueAtMs: null };
      await route.fulfill({ json: { ...play, sessionEndsAtMs: now - 1, resumesAtMs: now + 3_600_000 } });
    });
    await table.openTable(page);
    await expect(page.getByText('You have reached your own session limit. You can bet again at')).toBeVisible();
    await page.getByRole('link', { name: 'View my limits' }).click();
    await expect(page).toHaveURL(/\/Limits$/);
  });
});

test.describe('a break', () => {
  test('takes a choice and a second confirmation; then only withdrawals are possible', async ({ page, club }) => {
    const member = await joinClub(page, club);
    await page.goto('/Limits');
    await page.getByRole('button', { name: /^Time-out/ }).click();
    const sheet = page.getByRole('dialog');
    await expect(sheet).toContainText('You can still withdraw and use your statement, messages and support');
    await expect(sheet.getByRole('button', { pressed: true })).toHaveCount(0);
    await sheet.getByRole('button', { name: 'Continue' }).click();
    await expect(sheet.getByRole('alert')).toContainText('Choose a duration.');
    await sheet.getByRole('button', { name: 'Custom number of hours' }).click();
    for (const none of ['', '23', '1009']) {
      await field(page, 'Hours').fill(none);
      await sheet.getByRole('button', { name: 'Continue' }).click();
      await expectFault(field(page, 'Hours'), 'Enter whole hours, from 24 to 1,008.');
    }
    await expectGoodLook(page, 'a time-out with a fault');
    await sheet.getByRole('button', { name: await spanOn(page, [3, 'day']) }).click();
    await sheet.getByRole('button', { name: 'Continue' }).click();
    await expect(sheet).toContainText('nobody can end it earlier');
    await expectGoodLook(page, 'the second yes to a time-out');
    await sheet.getByRole('button', { name: 'Yes, start the time-out' }).click();
    await expectRestricted(page, 'You are on a time-out');
    await expectGoodLook(page, '/Restricted in a time-out');

    for (const path of ['/Home', '/Game', '/Mine', '/Recharge', `/Lottery?key=${TABLE_KEY}`]) {
      await page.goto(path);
      await expectRestricted(page, 'You are on a time-out');
    }
    await page.goto('/Limits');
    await expect(page.getByText('They stay as they are')).toBeVisible();
    await expect(page.getByRole('button', { name: /Per slip/ })).toHaveCount(0);
    await expectGoodLook(page, '/Limits, read only');

    await page.goto('/Restricted');
    await page.getByRole('link', { name: 'Withdraw', exact: true }).click();
    await expect(page.getByRole('heading', { name: 'Three things, once' })).toBeVisible();
    await page.goto('/Restricted');
    await page.getByRole('link', { name: 'Statement' }).click();
    await expect(page.getByRole('main')).toContainText('10,000.00');

    await signOutAndIn(page, member);
    await expectRestricted(page, 'You are on a time-out');
  });

  test('of half a year or more says that nothing shortens or ends it, and can only become longer', async ({
    page,
    club,
  }) => {
    await joinClub(page, club);
    await page.goto('/Limits');
    await page.getByRole('button', { name: /^Self-exclusion/ }).click();
    const sheet = page.getByRole('dialog');
    await expect(sheet).toContainText('It does not end automatically');
    await expect(sheet).toContainText('We cannot recognise an account with other details');
    const year = sheet.getByRole('button', { name: await spanOn(page, [1, 'year']) });
    await year.click();
    await expectGoodLook(page, 'a self-exclusion');
    await sheet.getByRole('button', { name: 'Continue' }).click();
    const payOut = sheet.getByRole('checkbox', { name: /whole balance/ });
    await expect(payOut).not.toBeChecked();
    await expectGoodLook(page, 'the second yes to a self-exclusion');
    await sheet.getByRole('button', { name: 'Back' }).click();
    await expect(year).toHaveAttribute('aria-pressed', 'true');
    await sheet.getByRole('button', { name: 'Continue' }).click();
    await sheet.getByRole('button', { name: 'Yes, exclude me' }).click();
    await expectRestricted(page, 'You have excluded yourself');
    await expect(page.getByRole('main')).toContainText(String(new Date().getUTCFullYear() + 1));
    await expect(page.getByText('you can ask here for its end')).toBeVisible();
    await expect(page.getByText('Help outside the club')).toBeVisible();
    await page.getByRole('link', { name: 'Limits and breaks' }).click();
    await expect(page.getByRole('button', { name: /^Time-out/ })).toHaveCount(0);
    await page.getByRole('button', { name: 'Make the self-exclusion longer' }).click();
    await expect(sheet.getByRole('group').getByRole('button')).toHaveText([/2/, /5/, 'Permanently']);
    await sheet.getByRole('button', { name: 'Permanently' }).click();
    await sheet.getByRole('button', { name: 'Continue' }).click();
    await expect(sheet).toContainText('never ends');
    await expectGoodLook(page, 'the second yes to a permanent self-exclusion');
    await sheet.getByRole('button', { name: 'Yes, exclude me' }).click();
    await expectRestricted(page, 'You have excluded yourself');
    await expect(page.getByRole('main')).toContainText('Never ends');
    await page.goto('/Limits');
    await expect(page.getByText('They stay as they are')).toBeVisible();
    await expect(page.getByRole('heading', { name: 'Breaks', exact: true })).toHaveCount(0);
  });

  test('whose months have passed ends by a request, and a second yes a day later', async ({ page, club }) => {
    await joinClub(page, club);
    await page.goto('/Limits');
    const now = await timeOf(club);
    let endRequest: object | null = null;
    let isOver = false;
    const exclusion = { kind: 'self-exclusion', untilMs: now - DAY_MS };
    await page.route('**/api/session', async (route) => {
      const answer = await route.fetch();
      const { member } = await answer.json();
      const changed = { ...member, restricted: true, exclusion: isOver ? null : exclusion };
      await route.fulfill({ response: answer, json: { member: changed } });
    });
    await page.route('**/api/me/limits', async (route) => {
      const answer = await route.fetch();
      const limits = await answer.json();
      await route.fulfill({
        response: answer,
        json: { ...limits, exclusion: { ...exclusion, fromMs: 1, endRequest } },
      });
    });
    const answerWith = (act: () => void) => async (route: Route) => {
      act();
      const limits = await (
        await route.fetch({ url: new URL('/api/me/limits', page.url()).href, method: 'GET' })
      ).json();
      const left = isOver ? null : { ...exclusion, fromMs: 1, endRequest };
      await route.fulfill({ json: { ...limits, exclusion: left } });
    };
    const requestOf = (confirmableAtMs: number) => ({
      id: '00000000-0000-4000-8000-000000000001',
      requestedAtMs: confirmableAtMs - DAY_MS,
      confirmableAtMs,
      confirmableUntilMs: confirmableAtMs + 6 * DAY_MS,
    });
    await page.route(
      '**/end-request',
      answerWith(() => (endRequest = requestOf(now + DAY_MS))),
    );
    await page.route(
      '**/self-exclusion/end',
      answerWith(() => (isOver = true)),
    );
    await page.goto('/Restricted');
    await expectGoodLook(page, '/Restricted, the end may be requested');
    await page.getByRole('button', { name: 'Ask for its end' }).click();
    await expect(page.getByText('You asked for its end')).toBeVisible();
    await expect(page.getByRole('button', { name: 'End my self-exclusion' })).toHaveCount(0);
    endRequest = requestOf(now - 1);
    await page.reload();
    await expectGoodLook(page, '/Restricted, the end may be confirmed');
    await page.getByRole('button', { name: 'End my self-exclusion' }).click();
    await expect(page.getByText('You have excluded yourself')).toBeHidden();
  });
});

test('a suspended member reads why and until when; a leaving member, that everything is paid out', async ({
  page,
  club,
}) => {
  await joinClub(page, club);
  let change: object = { suspension: { reason: 'Two accounts of one person', until: null } };
  await page.route('**/api/session', async (route) => {
    const answer = await route.fetch();
    const { member } = await answer.json();
    await route.fulfill({ response: answer, json: { member: { ...member, restricted: true, ...change } } });
  });
  await page.goto('/Home');
  await expectRestricted(page, 'Your account is suspended');
  await expect(page.getByRole('main')).toContainText('Two accounts of one person');
  await expect(page.getByRole('link', { name: 'Withdraw', exact: true })).toBeVisible();
  await expectGoodLook(page, '/Restricted while suspended');
  change = { closing: true };
  await page.goto('/Mine');
  await expectRestricted(page, 'Your account is being closed');
  await expect(page.getByRole('main')).toContainText('Everything is paid out automatically');
  await expectGoodLook(page, '/Restricted while leaving');
});

async function expectRestricted(page: Page, title: string): Promise<void> {
  await expect(page).toHaveURL(/\/Restricted$/);
  await expect(page.getByRole('heading', { name: title })).toBeVisible();
}

async function signOutAndIn(page: Page, { userName, password }: Member): Promise<void> {
  await page.goto('/Restricted');
  await page.getByRole('button', { name: 'Sign out' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Sign out' }).click();
  await expect(page.getByRole('heading', { level: 1, name: /^(Account|Sign in)$/ })).toBeVisible();
  await page.goto('/Login');
  await field(page, 'User name').fill(userName);
  await field(page, 'Password').fill(password);
  await page.getByRole('button', { name: 'Sign in', exact: true }).click();
}
