import { readFileSync } from 'node:fs';
import type { Page } from '@playwright/test';
import type { Club } from '../kit/club.ts';
import { filled } from '../kit/filled.ts';
import { expect, test } from '../kit/fixtures.ts';
import { freshInvite, freshName, GOOD_PASSWORD, joinClub } from '../kit/members.ts';
import { acceptAll, field } from '../pages/forms.ts';
import { expectGoodLook } from '../pages/look.ts';
import * as table from '../pages/lottery-table.ts';

// The first minutes of a member: recovery codes, three short screens, and one suggested table.

test('recovery codes are saved, printed and checked without the server', async ({ page, club }) => {
  await page.goto('/Register');
  const codes = await join(page, club);
  const download = page.waitForEvent('download');
  await page.getByRole('button', { name: 'Save file' }).click();
  const saved = readFileSync(await (await download).path(), 'utf8');
  for (const code of filled(codes)) expect(saved).toContain(code);

  const sent: string[] = [];
  page.on('request', (request) => sent.push(`${request.method()} ${request.url()} ${request.postData() ?? ''}`));
  await page.getByText('Check your saved codes').click();
  const typed = field(page, 'A code from your copy');
  await typed.fill('AAAA-BBBB-CCCC-DDDD');
  await page.getByRole('button', { name: 'Check', exact: true }).click();
  await expect(page.getByText('This is none of the codes above.')).toBeVisible();
  await expectGoodLook(page, 'recovery codes with a wrong copy');
  await typed.fill((codes[2] ?? '').toLowerCase().replaceAll('-', ' '));
  await expect(page.getByText('This is none of the codes above.')).toBeHidden();
  await page.getByRole('button', { name: 'Check', exact: true }).click();
  await expect(page.getByText('Correct: this is code 3.')).toBeVisible();
  const secrets = codes.flatMap((code) => [code, code.replaceAll('-', ''), code.toLowerCase().replaceAll('-', ' ')]);
  expect(sent.filter((request) => secrets.some((secret) => request.includes(secret)))).toEqual([]);

  await page.evaluate(() => {
    window.print = () => document.body.setAttribute('data-printed', '');
  });
  await page.getByRole('button', { name: 'Print' }).click();
  await expect(page.locator('body')).toHaveAttribute('data-printed', '');
  await page.emulateMedia({ media: 'print' });
  await expect(page.getByText(codes[0] ?? '', { exact: true })).toBeVisible();
  await expect(page.getByText(/^Recovery codes of guest-/)).toBeVisible();
  await expect(page.getByRole('button', { name: 'Continue' })).toBeHidden();
  await expect(page.getByText('Check your saved codes')).toBeHidden();
  await page.emulateMedia({ media: 'screen' });

  await page.goto('/RecoveryCodes');
  await expect(page.getByText('You have 10 unused codes.')).toBeVisible();
});

test('three screens lead to Home with one suggested table, until the first bet', async ({ page, club }) => {
  await page.goto('/Register');
  await join(page, club);
  await keepCodes(page);
  await expect(page.getByRole('heading', { name: 'You play with play credits' })).toBeVisible();
  await expect(page.getByText('You start with 10,000 credits. They are free.')).toBeVisible();
  await expect(page.getByText('Play credits have no cash value.')).toBeVisible();
  await expectGoodLook(page, 'the screen about play credits');
  await page.getByRole('button', { name: 'Next' }).click();
  await expect(page.getByRole('heading', { name: 'You can check every draw' })).toBeVisible();
  await expectGoodLook(page, 'the screen about draws');
  await page.getByRole('button', { name: 'Next' }).click();
  await expect(page.getByRole('heading', { name: 'You set your limits' })).toBeVisible();
  await expectGoodLook(page, 'the screen about limits');
  await page.getByRole('button', { name: 'Done' }).click();

  await expect(page).toHaveURL('/Home');
  const { items } = await (await page.request.get('/api/lotteries')).json();
  const smallest = Math.min(...items.map(({ stakeMinMinor }: { stakeMinMinor: string }) => Number(stakeMinMinor)));
  await expect(page.getByRole('heading', { name: 'Suggested to start with' })).toBeVisible();
  const suggested = page.getByRole('link', { name: /The smallest stake of all tables/ });
  await expect(suggested).toHaveCount(1);
  await expect(suggested).toContainText((smallest / 100).toFixed(2));
  await expect(suggested).not.toContainText(/\d\d:\d\d/);
  await expectGoodLook(page, '/Home with a suggested table');
  await suggested.click();
  await expect(page).toHaveURL(/\/Lottery\?key=/);

  await table.openTable(page);
  await table.chooseBet(page, 'Small', '5.00');
  await table.placeSlip(page);
  await page.goto('/Home');
  await expect(page.getByRole('link', { name: /1 open bet/ }).first()).toBeVisible();
  await expect(suggested).toHaveCount(0);
  await page.reload();
  await expect(page.getByRole('link', { name: /1 open bet/ }).first()).toBeVisible();
  await expect(suggested).toHaveCount(0);
});

test('the screens are skipped at once, and the page asked for comes next', async ({ page, club }) => {
  await page.goto('/Register?to=%2FLimits');
  await join(page, club);
  await keepCodes(page);
  await page.getByRole('button', { name: 'Skip' }).click();
  await expect(page).toHaveURL('/Limits');
});

test('no table is suggested during a time-out', async ({ page, club }) => {
  await joinClub(page, club);
  await page.route('**/api/me', async (route) => {
    const answer = await route.fetch();
    const exclusion = { kind: 'time-out', untilMs: Date.now() + 86_400_000 };
    await route.fulfill({ response: answer, json: { ...(await answer.json()), exclusion } });
  });
  await page.goto('/Home');
  await expect(page.getByRole('link', { name: /^Half Minute/ }).first()).toBeVisible();
  await expect(page.getByRole('heading', { name: 'Suggested to start with' })).toHaveCount(0);
});

test('the first top-up lists the required details, when they are needed and why', async ({ page, club }) => {
  await joinClub(page, club);
  await page.goto('/Recharge');
  await expect(page.getByRole('heading', { name: 'Before your first top-up' })).toBeVisible();
  await expect(page.getByText('We ask for three things: your real name, a finance password, and a card')).toBeVisible();
  await expect(page.getByText('Once, before your first top-up. The finance password again')).toBeVisible();
  await expect(
    page.getByText('These details make sure that payouts go only to you. You need no others to withdraw.'),
  ).toBeVisible();
  await expect(page.getByText('You can play with your starting credits without any of this.')).toBeVisible();
  await expect(page.getByRole('textbox')).toHaveCount(0);
  await expectGoodLook(page, '/Recharge before the first top-up');
});

/** Joins through the form. Returns the recovery codes on the page. */
async function join(page: Page, club: Club): Promise<string[]> {
  await expect(page.getByRole('heading', { name: 'Join the club' })).toBeVisible();
  await field(page, 'User name').fill(freshName());
  await field(page, 'Password').fill(GOOD_PASSWORD);
  await field(page, 'Invite code').fill(await freshInvite(club));
  await field(page, 'Date of birth').fill('1990-04-12');
  await acceptAll(page);
  await page.getByRole('button', { name: 'Join', exact: true }).click();
  await expect(page.getByRole('heading', { name: 'Your recovery codes' })).toBeVisible();
  return page.getByRole('main').getByRole('listitem').allInnerTexts();
}

async function keepCodes(page: Page): Promise<void> {
  await page.getByRole('checkbox', { name: 'I have saved the codes' }).check();
  await page.getByRole('button', { name: 'Continue' }).click();
}
