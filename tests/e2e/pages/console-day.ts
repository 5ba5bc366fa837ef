import { type Page, test } from '@playwright/test';
import days from '../console/days-work.json' with { type: 'json' };
import { expect } from '../kit/fixtures.ts';
import { heading } from './console.ts';

/** Attribute of the document with the count. Lasts until the browser loads another document. */
const COUNT = 'acts';

/**
 * Counts presses of the pointer, and keys that act: Enter, Escape, arrows, Ctrl with a key, and single keys outside of
 * text fields. Typing and moving the focus with Tab are not counted.
 */
export async function countActs(page: Page): Promise<void> {
  await page.evaluate((name) => {
    const moves = ['Enter', 'Escape', 'ArrowUp', 'ArrowDown', 'ArrowLeft', 'ArrowRight'];
    const count = () => {
      const { dataset } = document.documentElement;
      dataset[name] = String(Number(dataset[name] ?? '0') + 1);
    };
    const acts = ({ key, ctrlKey, metaKey, target }: KeyboardEvent) => {
      if (moves.includes(key)) return true;
      if (key.length > 1) return false;
      const isText =
        target instanceof Element && target.matches('textarea, input:not([type="checkbox"], [type="radio"])');
      return ctrlKey || metaKey || !isText;
    };
    addEventListener('pointerdown', ({ isTrusted, isPrimary }) => (isTrusted && isPrimary ? count() : undefined), true);
    addEventListener('keydown', (event) => (event.isTrusted && acts(event) ? count() : undefined), true);
  }, COUNT);
}

function actsOf(page: Page): Promise<number> {
  return page.evaluate((name) => Number(document.documentElement.dataset[name] ?? '0'), COUNT);
}

/** A task of the table, done from the overview in at most the clicks that the table states. */
export async function doTask(page: Page, role: string, task: string, act: () => Promise<void>): Promise<void> {
  await test.step(task, async () => {
    const row = days.find((one) => one.role === role && one.task === task);
    if (row === undefined) throw new Error(`days-work.json has no task of ${role}: ${task}`);
    await page.getByRole('navigation', { name: 'Pages' }).getByRole('link', { name: 'Overview', exact: true }).click();
    await expect(heading(page, 'Overview')).toBeVisible();
    await expect(page.getByRole('button', { name: 'Search', exact: true })).toBeVisible();
    const before = await actsOf(page);
    await act();
    const clicks = (await actsOf(page)) - before;
    expect(clicks, `clicks of "${task}"`).toBeGreaterThan(0);
    expect.soft(clicks, `clicks of "${task}"`).toBeLessThanOrEqual(row.clicksNow);
  });
}

/** Opens a page from the menu, and unfolds its group if need be. A group of one page has no title. */
export async function choosePage(page: Page, group: string, name: string): Promise<void> {
  const menu = page.getByRole('navigation', { name: 'Pages' });
  const link = menu.getByRole('link', { name, exact: true });
  const title = menu.getByRole('button', { name: group, exact: true });
  if (await title.and(page.locator('[aria-expanded="false"]')).isVisible()) await title.click();
  await link.click();
  await expect(heading(page, name)).toBeVisible();
}

/** Opens a queue of the overview. */
export async function openQueue(page: Page, name: string): Promise<void> {
  await page
    .getByRole('region', { name: 'Queues' })
    .getByRole('link', { name: new RegExp(`^${name}: [1-9]`) })
    .click();
}

/** Finds by Ctrl K and opens the first hit. */
export async function find(page: Page, text: string, title: string | RegExp): Promise<void> {
  await page.keyboard.press('Control+k');
  const dialog = page.getByRole('dialog', { name: 'Search the console' });
  await dialog.getByRole('combobox').fill(text);
  await expect(dialog.getByRole('option', { selected: true })).toBeVisible();
  await page.keyboard.press('Enter');
  await expect(heading(page, title)).toBeVisible();
}
