import type { Browser, Page } from '@playwright/test';
import { changeTable } from '../kit/changed-table.ts';
import type { Club } from '../kit/club.ts';
import { expect, test } from '../kit/fixtures.ts';
import { joinClub } from '../kit/members.ts';
import { overflowOf } from '../pages/look.ts';
import * as table from '../pages/lottery-table.ts';

// Nothing wraps in the cells of a table, and nothing is cut off, on the smallest phone and in the longest languages.

const SMALL = { width: 320, height: 640 };
const TABLES = ['dice-30', 'sicbo-60'];

for (const language of ['en', 'mn', 'ar']) {
  test(`odds of every bet fit on one line of their cell at 320×640, in ${language}`, async ({ browser, club }) => {
    const page = await phoneIn(browser, club, language);
    await joinClub(page, club);
    for (const key of TABLES) {
      await page.goto(`/Lottery?key=${key}`);
      await expect(page.locator('[data-cell]').first()).toBeVisible();
      expect(await badCells(page), key).toEqual([]);
      expect(await overflowOf(page), key).toEqual([]);
    }
    await page.context().close();
  });
}

test('a number shows short odds in its cell, and all decimals in the rules', async ({ page, club }) => {
  await joinClub(page, club);
  await table.openTable(page, 'sicbo-60');
  await expect(table.betKey(page, 'Number 4')).toContainText('×2 · ×3 · ×12');
  await page.getByRole('button', { name: 'Rules and limits' }).click();
  await expect(table.sheet(page, 'Rules and limits')).toContainText('×2.00 · ×3.00 · ×12.00');
});

test('odds with many decimals still stand on one line', async ({ page, club }) => {
  await page.setViewportSize(SMALL);
  await joinClub(page, club);
  await changeTable(page, 'sicbo-60', ({ multipliers }) => {
    for (const bet of Object.keys(multipliers)) if (/^n\d$/.test(bet)) multipliers[bet] = ['19955', '29955', '119955'];
  });
  await table.openTable(page, 'sicbo-60');
  await expect(table.betKey(page, 'Number 4')).toContainText('×1.9955 · ×2.9955 · ×11.9955');
  expect(await badCells(page)).toEqual([]);
});

async function phoneIn(browser: Browser, club: Club, locale: string): Promise<Page> {
  const context = await browser.newContext({ baseURL: club.address, locale, viewport: SMALL, isMobile: true });
  return context.newPage();
}

/** Texts in cells that take more than one line or reach out of their cell. */
async function badCells(page: Page): Promise<string[]> {
  await page.evaluate(() => document.fonts.ready);
  return page.evaluate(() => {
    const bad: string[] = [];
    for (const cell of document.querySelectorAll<HTMLElement>('[data-cell]')) {
      const frame = cell.getBoundingClientRect();
      const texts = document.createTreeWalker(cell, NodeFilter.SHOW_TEXT);
      for (let text = texts.nextNode(); text !== null; text = texts.nextNode()) {
        const range = document.createRange();
        range.selectNodeContents(text);
        const rects = [...range.getClientRects()].filter(({ width }) => width > 1);
        const isSpoken = (text.parentElement?.getBoundingClientRect().width ?? 0) <= 1;
        if (isSpoken || rects.length === 0) continue;
        const lines = new Set(rects.map(({ top }) => Math.round(top)));
        const isOut = rects.some(({ left, right }) => left < frame.left - 0.5 || right > frame.right + 0.5);
        if (lines.size > 1 || isOut) bad.push(`${cell.dataset.cell}: ${text.textContent}`);
      }
    }
    return bad;
  });
}
