import type { Page } from '@playwright/test';
import { letDiceFall } from '../kit/club-time.ts';
import { DRAW_MS_MAX, expect, test } from '../kit/fixtures.ts';
import { joinClub } from '../kit/members.ts';
import * as table from '../pages/lottery-table.ts';

// Toasts tell of results on other pages, and lie over nothing that is pressed to go on.

test.use({ contextOptions: { reducedMotion: 'reduce' } });

test('the table on screen shows a result itself; another page shows it above the buttons', async ({ page, club }) => {
  await joinClub(page, club);
  await page.addInitScript(noteToasts);
  await table.openTable(page);
  await table.chooseBet(page, 'Big', '5.00');
  const first = await table.placeSlip(page);
  await page.getByRole('button', { name: 'Done' }).click();
  await letDiceFall(page, first);
  await expect(table.myBets(page)).toContainText(/Won|Returned/, { timeout: DRAW_MS_MAX });
  // A toast would come 0.9 s after the dice.
  await page.waitForTimeout(2_500);
  expect(await toastsOf(page)).toEqual([]);

  await table.chooseBet(page, 'Odd', '5.00');
  const second = await table.placeSlip(page);
  await page.getByRole('button', { name: 'Done' }).click();
  // Stay in the app: bets of this page are reported on its other pages.
  await page.getByRole('button', { name: 'Back' }).click();
  await openOtherTable(page);
  await table.betKey(page, 'Big').click();
  await letDiceFall(page, second);
  const toast = page
    .getByRole('status')
    .filter({ hasText: `Draw ${second} is in` })
    .locator('p');
  await expect(toast).toBeVisible({ timeout: DRAW_MS_MAX });
  const box = await toast.boundingBox();
  for (const name of [/^Review 1 bet$/, 'Undo', 'Clear slip', 'Double all stakes']) {
    const pressed = await page.getByRole('button', { name }).boundingBox();
    expect((box?.y ?? 0) + (box?.height ?? 0), String(name)).toBeLessThan(pressed?.y ?? 0);
  }
  const chip = await page.getByRole('radio').first().boundingBox();
  expect((box?.y ?? 0) + (box?.height ?? 0), 'chips').toBeLessThan(chip?.y ?? 0);
});

for (const [name, viewport] of [
  ['a phone', { width: 390, height: 844 }],
  ['a small phone', { width: 320, height: 640 }],
] as const) {
  test(`on ${name} no toast lies over a main button`, async ({ page, club }) => {
    await page.setViewportSize(viewport);
    await joinClub(page, club);
    for (const path of PATHS) {
      await page.goto(path);
      await expect(page.getByRole('main')).toBeVisible();
      await page.waitForLoadState('networkidle');
      expect(await coveredBy(page, LONG), path).toEqual([]);
    }
  });
}

const PATHS = ['/Home', '/Game', '/Mine', '/Verify', '/Recharge', '/Withdraw', '/Limits', '/Setname', '/ServiceOnline'];
const LONG = 'Draw 29743210 is in: 1,234,567.00 credits of 2,000,000.00 credits came back';

async function openOtherTable(page: Page): Promise<void> {
  await page
    .getByRole('link', { name: /^Minute/ })
    .first()
    .click();
  await expect(page.getByRole('timer', { name: 'Time left to bet' })).toBeVisible();
}

/** Keeps the words of every toast. */
function noteToasts(): void {
  const reports: string[] = [];
  Object.assign(window, { toasts: reports });
  new MutationObserver((changes) => {
    for (const { addedNodes } of changes) {
      for (const node of addedNodes) {
        if (node instanceof HTMLElement && node.matches('[role="status"] > p')) reports.push(node.textContent ?? '');
      }
    }
  }).observe(document, { childList: true, subtree: true });
}

async function toastsOf(page: Page): Promise<string[]> {
  const reported = await page.evaluate(() => (window as unknown as { toasts: string[] }).toasts);
  return reported.filter((text) => /is in:|is void:/.test(text));
}

/** The main buttons that a toast of these words would lie over: those with the accent's ground. */
async function coveredBy(page: Page, words: string): Promise<string[]> {
  return page.evaluate((text) => {
    const regions = [...document.querySelectorAll<HTMLElement>('[role="status"]')];
    const region = regions.find((one) => getComputedStyle(one).position === 'fixed');
    if (region === undefined) throw new Error('the page has no place for toasts');
    const toast = region.appendChild(document.createElement('p'));
    toast.textContent = text;
    toast.style.padding = '10px 16px';
    const box = toast.getBoundingClientRect();
    toast.remove();
    const accent = document.createElement('i');
    accent.style.color = 'var(--verdigris)';
    const { color } = getComputedStyle(document.body.appendChild(accent));
    accent.remove();
    return [...document.querySelectorAll<HTMLElement>('button, a')]
      .filter((one) => getComputedStyle(one).backgroundColor === color)
      .filter((one) => {
        const { left, right, top, bottom } = one.getBoundingClientRect();
        return left < box.right && right > box.left && top < box.bottom && bottom > box.top;
      })
      .map(({ innerText }) => innerText);
  }, words);
}
