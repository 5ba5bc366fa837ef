import type { Locator, Page } from '@playwright/test';
import { expect } from '../kit/fixtures.ts';

/** The fields of the forms, by their labels. */
export function field(page: Page, label: string): Locator {
  return page.getByLabel(label, { exact: true });
}

/** What is wrong with a field is said with the field: marked, and read out by whoever reads it out. */
export async function expectFault(faulty: Locator, words: string): Promise<void> {
  await expect(faulty).toHaveAttribute('aria-invalid', 'true');
  const escaped = words.replace(/[.*+?^${}()|[\]\\]/g, '\\$&');
  // Amounts hold their unit by a space that does not break.
  await expect(faulty).toHaveAccessibleDescription(new RegExp(escaped.replaceAll(' ', '\\s')));
}

/** Counts the calls that a page makes, and can hold the answers of some back until they are let go. */
export async function watchCalls(page: Page, method: string, path: string) {
  const calls: string[] = [];
  let letGo: () => void = () => {};
  let gate: Promise<void> = Promise.resolve();
  await page.route(`**${path}`, async (route) => {
    if (route.request().method() === method) {
      calls.push(route.request().url());
      await gate;
    }
    await route.continue();
  });
  return {
    count: () => calls.length,
    hold() {
      gate = new Promise((resolve) => {
        letGo = resolve;
      });
    },
    release: () => letGo(),
  };
}
