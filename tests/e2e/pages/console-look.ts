import type { Page } from '@playwright/test';
import { isExamined, violationsIn } from '../kit/axe.ts';
import { expect } from '../kit/fixtures.ts';
import { DESK } from './console.ts';
import { EVERY_LOOK } from './look.ts';

const RULES = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa'];
/** Rules that can differ in dark mode. The other rules see the same document. */
const DARK_RULES = ['color-contrast', 'link-in-text-block'];

/**
 * Checks the page by WCAG 2.2 AA and for overflow: on desktop and phone, light and dark. Without `EVERY_LOOK`, only on
 * a light desktop, and by WCAG where the seed of the run chose the screen.
 */
export async function expectGoodConsole(page: Page, name: string): Promise<void> {
  for (const size of EVERY_LOOK ? [DESK, { width: 390, height: 844 }] : [DESK]) {
    for (const colorScheme of EVERY_LOOK ? (['light', 'dark'] as const) : (['light'] as const)) {
      await page.setViewportSize(size);
      await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' });
      // The page redraws a moment after the change.
      await expect.poll(() => page.evaluate(isDark), `${name} ${colorScheme}`).toBe(colorScheme === 'dark');
      // Nothing lies under the bar of the page, which would cover what is pressed.
      await page.evaluate(() => scrollTo(0, 0));
      const faults = isExamined(name) ? await violationsOf(page, colorScheme === 'dark') : [];
      const beyond = await page.evaluate(
        () => document.documentElement.scrollWidth - document.documentElement.clientWidth,
      );
      expect
        .soft([...faults, ...(beyond > 1 ? [`${beyond} px too wide`] : [])], `${name} ${size.width} ${colorScheme}`)
        .toEqual([]);
    }
  }
  await page.setViewportSize(DESK);
}

async function violationsOf(page: Page, isDark: boolean): Promise<string[]> {
  const rules = isDark ? ({ type: 'rule', values: DARK_RULES } as const) : ({ type: 'tag', values: RULES } as const);
  const found = await violationsIn(page, rules);
  return found.flatMap(({ id, nodes }) => nodes.map((html) => `${id}: ${html.slice(0, 200)}`));
}

/** Reads the background colour once animations have ended; null before. */
function isDark(): boolean | null {
  if (document.getAnimations().some(({ playState }) => playState === 'running')) return null;
  const [red = 0] = getComputedStyle(document.body).backgroundColor.match(/\d+/g) ?? [];
  return Number(red) < 128;
}
