import type { Page } from '@playwright/test';
import { joinClub } from '../kit/members.ts';
import { askForPayout, heading } from '../pages/console.ts';
import { expectGoodConsole } from '../pages/console-look.ts';
import { expect, test } from '../pages/console-test.ts';
import { becomeReady } from '../pages/money-in.ts';

// Queues that announce themselves, and the search of the whole console.

const IN_REVIEW = 600_000n;
const SHOTS = process.env.TERCET_SHOTS;
/** Widths and looks of the pictures. */
const LOOKS = [
  { width: 1024, colorScheme: 'light' },
  { width: 1440, colorScheme: 'light' },
  { width: 1440, colorScheme: 'dark' },
] as const;

async function picture(page: Page, name: string): Promise<void> {
  if (SHOTS === undefined) return;
  for (const { width, colorScheme } of LOOKS) {
    await page.setViewportSize({ width, height: 900 });
    await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' });
    await page.screenshot({ path: `${SHOTS}/${name}-${width}-${colorScheme}.png` });
  }
  await page.emulateMedia({ colorScheme: 'light', reducedMotion: 'reduce' });
}

/** Speaks a language as chosen in the account menu. */
async function speak(page: Page, account: string, language: string): Promise<void> {
  await page.getByRole('button', { name: account }).click();
  await page.getByRole('menuitem', { name: language }).click();
}

test('a new withdrawal announces itself on the start page, in the menu and in the title, without a reload', async ({
  page: member,
  club,
  staff,
}) => {
  await joinClub(member, club);
  await becomeReady(member);
  const finn = await staff('finn');
  await expect(heading(finn, 'Overview')).toBeVisible();
  const queues = finn.getByRole('region', { name: 'Queues' });
  await expect(queues.getByRole('link', { name: /^Withdrawals in review: \d+$/ })).toBeVisible();
  const countOf = async () =>
    Number(
      (await queues.getByRole('link', { name: /^Withdrawals in review/ }).getAttribute('aria-label'))?.match(/\d+/),
    );
  const before = await countOf();
  // What would be lost by a reload.
  await finn.evaluate(() => Object.assign(window, { isSamePage: true }));
  await askForPayout(member, IN_REVIEW);
  await expect.poll(countOf, { timeout: 10_000 }).toBe(before + 1);
  await expect(finn).toHaveTitle(/^\(\d+\+?\) Overview · Tercet$/);
  await expect(finn.getByRole('navigation').locator(`[title*="Withdrawals in review: ${before + 1}"]`)).toBeVisible();
  expect(await finn.evaluate(() => 'isSamePage' in window)).toBe(true);
  await expectGoodConsole(finn, 'the start page with queues');
  await picture(finn, 'queues');
  await speak(finn, 'finn', 'Монгол');
  await picture(finn, 'queues-mn');
  await speak(finn, 'finn', 'English');

  // Sound is off until the person turns it on, and stays on in this browser.
  const sound = finn.getByRole('switch', { name: 'Sound for new items' });
  await expect(sound).not.toBeChecked();
  await sound.click();
  await finn.reload();
  await expect(sound).toBeChecked();

  await queues.getByRole('link', { name: /^Withdrawals in review/ }).click();
  await expect(heading(finn, 'Withdrawals')).toBeVisible();
  await expect(finn.getByLabel('State')).toContainText('In review');
  await expect(finn.getByRole('row').filter({ hasText: '6,000.00 credits' }).first()).toBeVisible();
});

test('Ctrl K finds a member by name and a withdrawal by id, by keyboard alone', async ({
  page: member,
  club,
  staff,
}) => {
  const { userName } = await joinClub(member, club);
  await becomeReady(member);
  const { id } = await askForPayout(member, IN_REVIEW);
  const olga = await staff('olga');
  await expect(heading(olga, 'Overview')).toBeVisible();
  const searches: string[] = [];
  olga.on('request', (request) => {
    if (request.url().includes('/api/console/search')) searches.push(request.url());
  });

  // The search loads after the page.
  const button = olga.getByRole('button', { name: 'Search', exact: true });
  await expect(button).toBeVisible();
  await olga.keyboard.press('Control+k');
  const dialog = olga.getByRole('dialog', { name: 'Search the console' });
  const field = dialog.getByRole('combobox');
  await expect(field).toBeFocused();
  await olga.keyboard.press('Escape');
  await expect(dialog).toBeHidden();
  await button.click();
  await field.fill('zz');
  await expect(dialog.getByRole('status')).toContainText('at least 3');
  await field.fill('');
  await olga.keyboard.type(userName);
  await olga.keyboard.press('Enter');
  const found = dialog.getByRole('option', { name: userName });
  await expect(found.first()).toBeVisible();
  await expect(dialog.getByRole('option', { name: /6,000.00 credits · In review/ })).toBeVisible();
  expect(searches).toHaveLength(1);
  await expect(field).toHaveAttribute('aria-activedescendant', (await found.first().getAttribute('id')) ?? '');
  await expectGoodConsole(olga, 'the search of the console');
  await picture(olga, 'search');
  await olga.keyboard.press('Enter');
  await expect(heading(olga, userName)).toBeVisible();

  await olga.keyboard.press('Control+k');
  await field.fill(id);
  const withdrawal = dialog.getByRole('option', { name: /6,000.00 credits/ });
  await expect(withdrawal).toBeVisible();
  await expect(withdrawal).toHaveAttribute('aria-selected', 'true');
  await olga.keyboard.press('ArrowDown');
  await olga.keyboard.press('ArrowUp');
  await picture(olga, 'search-id');
  await olga.keyboard.press('Enter');
  await expect(heading(olga, 'Withdrawal of 6,000.00 credits')).toBeVisible();
  expect(searches).toHaveLength(2);
  const acts = await (await olga.request.get('/api/console/audit?act=console-searched&limit=5')).json();
  expect(acts.items[0].after.found).toContain(`withdrawal/${id}`);
});

test('Ctrl K opens a page by its name in both languages, without a request, and only pages of the role', async ({
  staff,
}) => {
  const sara = await staff('sara');
  await expect(sara.getByRole('button', { name: 'Search', exact: true })).toBeVisible();
  const searches: string[] = [];
  sara.on('request', (request) => {
    if (request.url().includes('/api/console/search')) searches.push(request.url());
  });
  const dialog = sara.getByRole('dialog', { name: 'Search the console' });
  const field = dialog.getByRole('combobox');
  await sara.keyboard.press('Control+k');
  await field.fill('fi');
  await expect(dialog.getByRole('option', { name: 'Figures' })).toHaveCount(0);
  await field.fill('bo');
  await expect(dialog.getByRole('option', { name: 'Bookings' })).toHaveAttribute('aria-selected', 'true');
  await expectGoodConsole(sara, 'a page in the search');
  await sara.keyboard.press('Enter');
  await expect(heading(sara, 'Bookings')).toBeVisible();
  await sara.keyboard.press('Control+k');
  await field.fill('зочид');
  await expect(dialog.getByRole('option', { name: 'Visitors Зочид' })).toBeVisible();
  await sara.keyboard.press('Enter');
  await expect(heading(sara, 'Visitors')).toBeVisible();
  expect(searches).toEqual([]);

  const olga = await staff('olga');
  await expect(olga.getByRole('button', { name: 'Search', exact: true })).toBeVisible();
  await olga.keyboard.press('Control+k');
  await olga.getByRole('dialog').getByRole('combobox').fill('audit');
  await expect(olga.getByRole('option', { name: 'Audit log' })).toBeVisible();
  await olga.keyboard.press('Enter');
  await expect(heading(olga, 'Audit log')).toBeVisible();
});
