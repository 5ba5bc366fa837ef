import type { Locator, Page } from '@playwright/test';
import { send } from './money-in.ts';

/** The member's limits screen. */

function section(page: Page, name: string): Locator {
  return page.locator('section').filter({ has: page.getByRole('heading', { name, exact: true }) });
}

/** A limit with its pending change. */
export function item(page: Page, group: string, kind: string): Locator {
  return section(page, group).getByRole('listitem').filter({ hasText: kind });
}

/** The button that opens a limit. */
export function row(page: Page, group: string, kind: string): Locator {
  return item(page, group, kind).getByRole('button', { name: kind });
}

/** The button that sets the limit in the open sheet. */
export function set(page: Page): Locator {
  return page.getByRole('dialog').getByRole('button', { name: /^(Set|Request) limit$/ });
}

/** Sets limits by API, in minor units. */
export async function setLimits(page: Page, limits: Record<string, string>): Promise<void> {
  for (const [kind, value] of Object.entries(limits)) await send(page, '/api/me/limits', { kind, value });
}
