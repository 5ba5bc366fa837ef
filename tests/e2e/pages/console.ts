import type { APIResponse, Browser, BrowserContext, Locator, Page } from '@playwright/test';
import type { Club } from '../kit/club.ts';
import type { Complaints } from '../kit/complaints.ts';
import { expect } from '../kit/fixtures.ts';
import { pageHeaders } from '../kit/page-headers.ts';
import { askInEnglish } from '../spoken/ask-in-english.ts';
import { CONSOLE_LOCALE, showBothInConsole } from '../spoken/console-words.ts';

/** The console's pages, at desktop size. */

export const DESK = { width: 1280, height: 800 };

/** Browsers offer passkeys only to a host name, not to the IP address of journeys. */
export function consoleAddress({ address }: Club): string {
  return address.replace('//127.0.0.1:', '//localhost:');
}

/** Opens a desktop page in a separate browser context. */
export async function openDesk(browser: Browser, club: Club, complaints: Complaints): Promise<Page> {
  const context: BrowserContext = await browser.newContext({
    baseURL: consoleAddress(club),
    viewport: DESK,
    locale: CONSOLE_LOCALE,
    timezoneId: 'UTC',
    isMobile: false,
    hasTouch: false,
  });
  await complaints.listenTo(context);
  if (CONSOLE_LOCALE !== 'en') {
    await askInEnglish(context);
    await showBothInConsole(context, CONSOLE_LOCALE);
  }
  return context.newPage();
}

export function passwordOf(club: Club, name: string): string {
  return club.demo.staff.find((one) => one.name === name)?.password ?? '';
}

/** Signs in as one of the demo staff through the form. */
export async function signInAs(page: Page, club: Club, name: string): Promise<void> {
  await page.goto('/console');
  await signInWithForm(page, club, name);
}

/** Signs in on a page that already shows the form. */
export async function signInWithForm(page: Page, club: Club, name: string): Promise<void> {
  await page.getByRole('textbox', { name: 'Name' }).fill(name);
  await page.getByLabel('Password').fill(passwordOf(club, name));
  await page.getByRole('button', { name: 'Sign in', exact: true }).click();
  await expect(page.getByRole('navigation', { name: 'Pages' })).toBeVisible();
}

function pageMenu(page: Page): Locator {
  return page.getByRole('navigation', { name: 'Pages' });
}

/** The menu's entries, in order, without the lengths of queues beside them. Unfolds each group. */
export async function menu(page: Page): Promise<string[]> {
  const texts: string[] = [];
  for (const part of await pageMenu(page).locator('> *').all()) {
    const [heading] = await part.getByRole('button').all();
    if (heading && (await heading.getAttribute('aria-expanded')) === 'false') await heading.click();
    texts.push(...(heading ? await part.getByRole('link').allInnerTexts() : [await part.innerText()]));
  }
  return texts.map((text) => text.split('\n')[0] ?? '');
}

/** A link of the menu. Unfolds its group. */
export async function menuLink(page: Page, name: string): Promise<Locator> {
  const link = pageMenu(page).getByRole('link', { name, exact: true });
  for (const heading of await pageMenu(page).getByRole('button').all()) {
    if (await link.isVisible()) break;
    if ((await heading.getAttribute('aria-expanded')) === 'false') await heading.click();
  }
  return link;
}

export function heading(page: Page, name: string | RegExp): Locator {
  return page.getByRole('heading', { level: 1, name });
}

/** Opens the page of a withdrawal in review. */
export async function openWithdrawal(page: Page, memberId: string, id: string): Promise<void> {
  await page.goto(`/console/withdrawals/${memberId}~${id}/show`);
  await expect(heading(page, /^Withdrawal of/)).toBeVisible();
}

/** Requests a withdrawal for a member. Returns its id. */
export async function askForPayout(member: Page, amountMinor: bigint): Promise<{ id: string; memberId: string }> {
  const answer: APIResponse = await member.request.post('/api/me/withdrawals', {
    data: { amountMinor: String(amountMinor), financePassword: '2758' },
    headers: { ...(await pageHeaders(member)), 'idempotency-key': crypto.randomUUID() },
  });
  expect(answer.status()).toBe(201);
  const { withdrawal } = await answer.json();
  const { id: memberId } = await (await member.request.get('/api/me')).json();
  return { id: withdrawal.id, memberId };
}
