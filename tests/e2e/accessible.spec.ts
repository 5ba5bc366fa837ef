import { AxeBuilder } from '@axe-core/playwright';
import type { Page } from '@playwright/test';
import { expect, test } from './fixtures.ts';
import { joinClub } from './members.ts';

const RULES = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa'];
const VISITOR = ['/Home', '/Game', '/Choose', '/Video', '/Mine', '/Login', '/Register', '/Recover', '/Agreement'];
const MEMBER = ['/Mine', '/GameRecord', '/Account', '/Language', '/Book', '/Verify', '/Lottery?key=dice-30&id=1'];

async function expectAccessible(page: Page, path: string): Promise<void> {
  await page.goto(path);
  await expect(page.getByRole('heading').first()).toBeVisible();
  const { violations } = await new AxeBuilder({ page }).withTags(RULES).analyze();
  expect(
    violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ target }) => target.join(' ')).join('; ')}`),
    path,
  ).toEqual([]);
  const overflow = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
  expect(overflow, `${path}: pixels beyond the edge`).toBeLessThanOrEqual(1);
}

for (const colorScheme of ['light', 'dark'] as const) {
  test.describe(`in ${colorScheme}`, () => {
    test.use({ colorScheme });

    test('every screen of a visitor is accessible and fits', async ({ page }) => {
      test.slow();
      for (const path of VISITOR) await expectAccessible(page, path);
    });

    test('every screen of a member is accessible and fits', async ({ page, club }) => {
      test.slow();
      await joinClub(page, club);
      for (const path of MEMBER) await expectAccessible(page, path);
    });
  });
}

test('every screen fits 320 pixels', async ({ page, club }) => {
  test.slow();
  await page.setViewportSize({ width: 320, height: 640 });
  await joinClub(page, club);
  for (const path of [...VISITOR, ...MEMBER]) {
    await page.goto(path);
    await expect(page.getByRole('heading').first()).toBeVisible();
    const overflow = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
    expect(overflow, `${path}: pixels beyond the edge`).toBeLessThanOrEqual(1);
  }
});
