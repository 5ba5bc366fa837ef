import type { Locator, Page } from '@playwright/test';
import { expect } from '../kit/fixtures.ts';

/** A field by its label. */
export function field(page: Page, label: string): Locator {
  return page.getByLabel(label, { exact: true });
}

/** Ticks the boxes for terms, rules and privacy. None may be ticked before. */
export async function acceptAll(page: Page): Promise<void> {
  const boxes = page.getByRole('checkbox');
  await expect(boxes).toHaveCount(3);
  for (const box of await boxes.all()) {
    await expect(box).not.toBeChecked();
    await box.check();
  }
}

/** Expects an error at its field: marked as invalid and linked for screen readers. */
export async function expectFault(faulty: Locator, words: string): Promise<void> {
  await expect(faulty).toHaveAttribute('aria-invalid', 'true');
  const escaped = words.replace(/[.*+?^${}()|[\]\\]/g, '\\$&');
  // Amounts use a no-break space before the unit.
  await expect(faulty).toHaveAccessibleDescription(new RegExp(escaped.replaceAll(' ', '\\s')));
}

/** Counts a page's calls and can delay their answers until released. */
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
