import type { Locator, Page } from '@playwright/test';
import { send } from './money-in.ts';

/** The screen of the own limits, by what a member sees there. */

function section(page: Page, name: string): Locator {
  return page.locator('section').filter({ has: page.getByRole('heading', { name, exact: true }) });
}

/** A limit with what was asked for. */
export function item(page: Page, group: string, kind: string): Locator {
  return section(page, group).getByRole('listitem').filter({ hasText: kind });
}

/** The key that opens a limit. */
export function row(page: Page, group: string, kind: string): Locator {
  return item(page, group, kind).getByRole('button', { name: kind });
}

/** Sets the limit whose sheet is open. */
export function set(page: Page): Locator {
  return page.getByRole('dialog').getByRole('button', { name: /^(Set|Ask for) this limit$/ });
}

/** Sets limits without a screen: minor units. */
export async function setLimits(page: Page, limits: Record<string, string>): Promise<void> {
  for (const [kind, value] of Object.entries(limits)) await send(page, '/api/me/limits', { kind, value });
}
