import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Browser, Locator, Page } from '@playwright/test';
import type { Club } from '../kit/club.ts';
import type { Complaints } from '../kit/complaints.ts';
import { expect, test } from '../kit/fixtures.ts';
import { joinClub } from '../kit/members.ts';
import { askForPayout, consoleAddress, DESK, passwordOf } from '../pages/console.ts';
import { beginThread, entriesOf } from '../pages/desk.ts';
import { becomeReady } from '../pages/money-in.ts';

// A working day at the console by keyboard only, in both languages.

const STOPS_MAX = 40;
const LOCALES = join(import.meta.dirname, '../../../apps/console/src/locales');

interface Tree {
  [key: string]: string | Tree;
}

type Say = (key: string) => string;

/** The console's texts in a language. */
function wordsOf(language: string): Say {
  const words = JSON.parse(readFileSync(join(LOCALES, `${language}.json`), 'utf8')) as Tree;
  return (key) => {
    const message = key.split('.').reduce<string | Tree | undefined>((at, part) => (at as Tree)[part], words);
    if (typeof message !== 'string') throw new Error(`there is no message ${key}`);
    return message;
  };
}

async function openIn(language: string, browser: Browser, club: Club, complaints: Complaints): Promise<Page> {
  const context = await browser.newContext({
    ...{ baseURL: consoleAddress(club), viewport: DESK, locale: language, timezoneId: 'UTC' },
    ...{ isMobile: false, hasTouch: false },
  });
  await complaints.listenTo(context);
  return context.newPage();
}

async function signIn(page: Page, t: Say, club: Club, name: string): Promise<void> {
  await page.goto('/console');
  await expect(page.getByRole('textbox', { name: t('signIn.name') })).toBeFocused();
  await page.keyboard.type(name);
  await page.keyboard.press('Tab');
  await page.keyboard.type(passwordOf(club, name));
  await page.keyboard.press('Enter');
  await expect(page.getByRole('navigation', { name: t('layout.pages') })).toBeVisible();
}

/** Opens a screen through the menu's shortcut and arrow keys. */
async function goTo(page: Page, title: string): Promise<void> {
  const lines = page.getByRole('navigation').locator('a, button');
  await expect(lines.first()).toBeVisible();
  await page.keyboard.press('m');
  await expect(lines.first()).toBeFocused();
  const at = (await lines.allInnerTexts()).findIndex((text) => text.split('\n')[0] === title);
  expect(at, title).not.toBe(-1);
  for (let step = 0; step < at; step++) await page.keyboard.press('ArrowDown');
  await page.keyboard.press('Enter');
  await expect(page.getByRole('heading', { level: 1, name: title })).toBeFocused();
}

async function expectWithin(dialog: Locator): Promise<void> {
  expect(await dialog.evaluate((box) => box.contains(document.activeElement))).toBe(true);
}

/** Tabs around the dialog more than once: the focus stays inside. */
async function expectTrapped(page: Page, dialog: Locator): Promise<void> {
  for (let step = 0; step < 6; step++) {
    await page.keyboard.press('Tab');
    await expectWithin(dialog);
  }
}

for (const language of ['en', 'mn']) {
  const t = wordsOf(language);

  test(`${language}: a withdrawal is opened, decided and left by keys, and the list is where it was`, async ({
    page: member,
    newPhone,
    browser,
    club,
    complaints,
  }) => {
    await joinClub(member, club);
    await becomeReady(member);
    await askForPayout(member, 600_000n);
    const other = await newPhone();
    await joinClub(other, club);
    await becomeReady(other);
    await askForPayout(other, 610_000n);
    const page = await openIn(language, browser, club, complaints);
    await signIn(page, t, club, 'finn');

    // The first tab stop skips the menu.
    await page.reload();
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
    await page.keyboard.press('Tab');
    await expect(page.getByRole('link', { name: t('layout.skip') })).toBeFocused();
    await page.keyboard.press('Enter');
    await expect(page.getByRole('main')).toBeFocused();

    await goTo(page, t('withdrawals.title'));
    const second = page.getByRole('link', { name: /^6,100\.00/ }).first();
    await expect(second).toBeVisible();
    for (let step = 0; step < 10 && !(await isFocused(second)); step++) await page.keyboard.press('j');
    await expect(second).toBeFocused();
    await page.keyboard.press('Enter');
    const heading = page.getByRole('heading', { level: 1, name: /6,100\.00/ });
    await expect(heading).toBeFocused();

    // Back without a decision: the focus is on the opened row.
    await page.keyboard.press('u');
    await expect(second).toBeFocused();
    await page.keyboard.press('Enter');
    await expect(heading).toBeFocused();

    // A pressed button keeps the focus when its label changes.
    await expect(page.getByRole('button', { name: t('withdrawals.take') })).toBeVisible();
    await tabTo(page, page.getByRole('button', { name: t('withdrawals.take') }));
    await page.keyboard.press('Enter');
    await expect(page.getByRole('button', { name: t('withdrawals.release') })).toBeFocused();

    // After cancelling a dialog, the focus returns to the button that opened it.
    await page.keyboard.press('Shift+Tab');
    const refuse = page.getByRole('button', { name: t('withdrawals.refuse') });
    await expect(refuse).toBeFocused();
    await page.keyboard.press('Enter');
    const no = page.getByRole('dialog');
    await expect(no.getByRole('textbox', { name: t('withdrawals.words') })).toBeVisible();
    await expectTrapped(page, no);
    await page.keyboard.press('Escape');
    await expect(no).toBeHidden();
    await expect(refuse).toBeFocused();

    await page.keyboard.press('a');
    const yes = page.getByRole('dialog');
    await expect(yes.getByRole('textbox', { name: t('act.why') })).toBeFocused();
    // Shortcuts are off while typing.
    await page.keyboard.type('Read and judged');
    await expectTrapped(page, yes);
    const approve = yes.getByRole('button', { name: t('withdrawals.approve') });
    await tabTo(page, approve);
    // Its guard against second taps lets go after half a second.
    await expect(approve).toBeEnabled();
    await page.keyboard.press('Enter');
    await expect(yes).toBeHidden();
    // After the decision its buttons are gone. The focus is on the way to the next item.
    await expect(page.getByRole('button', { name: t('withdrawals.approve') })).toBeHidden();
    await expect(page.getByRole('link', { name: /6,000\.00/ }).last()).toBeFocused();

    // It has left the queue. The focus is on the next row, or the last.
    await page.keyboard.press('u');
    await expect(page.getByRole('link', { name: /^6,100\.00/ })).toHaveCount(0);
    await expect.poll(() => rowInFocus(page)).toMatch(/^6,000\.00/);
    await page.context().close();
  });

  test(`${language}: a conversation is answered by keys, and their list says which there are`, async ({
    page: member,
    browser,
    club,
    complaints,
  }) => {
    const mira = await joinClub(member, club);
    const thread = await beginThread(member, 'My top-up is not there yet.');
    const page = await openIn(language, browser, club, complaints);
    await signIn(page, t, club, 'sara');
    await goTo(page, t('desk.title'));
    const row = page.getByRole('link', { name: mira.userName, exact: true });
    await expect(row).toBeVisible();
    await page.keyboard.press('f');
    await expect(page.getByRole('combobox', { name: t('desk.subject') })).toBeFocused();
    await tabTo(page, row);
    await page.keyboard.press('Enter');
    await expect(page.getByRole('heading', { level: 1, name: mira.userName })).toBeFocused();

    await page.keyboard.press('?');
    const help = page.getByRole('dialog', { name: t('keys.title') });
    await expect(help.getByRole('term').filter({ hasText: /^R$/ })).toBeVisible();
    await expect(help.getByText(t('keys.toList'))).toBeVisible();
    await expectTrapped(page, help);
    await page.keyboard.press('Escape');
    await expect(help).toBeHidden();
    await expect(page.getByRole('heading', { level: 1 })).toBeFocused();

    // A Cyrillic keyboard sends another letter for the same key.
    await pressCyrillic(page, 'к', 'KeyR');
    const box = page.getByRole('textbox', { name: t('desk.answer') });
    await expect(box).toBeFocused();
    await page.keyboard.type('Just a moment, ?u');
    await page.keyboard.press('Control+Enter');
    await expect(box).toHaveValue('');
    await expect(box).toBeFocused();
    expect((await entriesOf(member, thread)).at(-1)?.words).toBe('Just a moment, ?u');
    await page.keyboard.press('Escape');
    await page.keyboard.press('u');
    await expect(page.getByRole('heading', { level: 1, name: t('desk.title') })).toBeVisible();
    await expect(row).toBeFocused();
    await page.context().close();
  });

  test(`${language}: single keys can be turned off, and stay off`, async ({ browser, club, complaints }) => {
    const page = await openIn(language, browser, club, complaints);
    await signIn(page, t, club, 'sara');
    await page.keyboard.press('?');
    const help = page.getByRole('dialog', { name: t('keys.title') });
    const letters = help.getByRole('switch', { name: t('keys.letters') });
    await expect(letters).toBeChecked();
    await page.keyboard.press('Shift+Tab');
    await expect(letters).toBeFocused();
    await page.keyboard.press('Space');
    await expect(letters).not.toBeChecked();
    await page.keyboard.press('Escape');
    await page.reload();
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
    await page.keyboard.press('?');
    await page.keyboard.press('m');
    await expect(help).toBeHidden();
    expect(await page.evaluate(() => document.activeElement === document.body)).toBe(true);
    // The account menu still links there.
    await tabTo(page, page.getByRole('button', { name: 'sara' }));
    await page.keyboard.press('Enter');
    await expect(page.getByRole('menuitem', { name: t('account.title') })).toBeFocused();
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('Enter');
    await expect(help).toBeVisible();
    await page.keyboard.press('Escape');
    await expect(help).toBeHidden();
    await expect(page.getByRole('button', { name: 'sara' })).toBeFocused();
    await page.context().close();
  });
}

/** Presses Tab until the element has the focus. */
async function tabTo(page: Page, one: Locator): Promise<void> {
  for (let step = 0; step < STOPS_MAX && !(await isFocused(one)); step++) await page.keyboard.press('Tab');
  await expect(one).toBeFocused();
}

function isFocused(one: Locator): Promise<boolean> {
  return one.evaluate((element) => element === document.activeElement);
}

function rowInFocus(page: Page): Promise<string> {
  return page.evaluate(() => (document.activeElement as HTMLElement | null)?.innerText ?? '');
}

function pressCyrillic(page: Page, key: string, code: string): Promise<void> {
  return page.evaluate(
    (pressed) => {
      const event = new KeyboardEvent('keydown', { ...pressed, bubbles: true, cancelable: true });
      (document.activeElement ?? document.body).dispatchEvent(event);
    },
    { key, code },
  );
}
