import type { Locator, Page } from '@playwright/test';
import { DRAW_MS_MAX, expect } from '../kit/fixtures.ts';
import { written } from '../kit/money.ts';

/** Expects an amount beside its name in a list of figures. */
export async function expectFigure(within: Locator, name: string, minor: bigint): Promise<void> {
  await expect(within.getByText(new RegExp(`^${name}\\s*${written(minor).replace('.', '\\.')}`))).toBeVisible();
}

/** The announcement of a settled draw. Only what exceeds the stake counts as paid out. */
export function settledWords(period: number, paid: bigint, staked: bigint): string {
  if (paid > staked) return `Draw ${period} is in: ${written(paid)} credits paid out`;
  if (paid > 0n) return `Draw ${period} is in: ${written(paid)} credits of ${written(staked)} credits came back`;
  return `Draw ${period} is in: no bet won`;
}

/**
 * Waits for the announcement of a settled draw. Call it before the settlement and await it afterwards. The text is
 * visible for seconds only, so the page itself watches for it: a slow machine could miss it.
 */
export function hearSettled(page: Page, period: number): Promise<string> {
  const pattern = `^Draw ${period} is (in: .*(paid out|came back|no bet won)|void: .*)$`;
  return page.evaluate(listenFor, { pattern, msMax: DRAW_MS_MAX });
}

/** Runs in the page: the first matching text on the status line. */
function listenFor({ pattern, msMax }: { pattern: string; msMax: number }): Promise<string> {
  return new Promise((resolve, reject) => {
    const listener = new MutationObserver(() => {
      for (const status of document.querySelectorAll('[role="status"]')) {
        const text = (window.inEnglish?.(status) ?? status.textContent ?? '').replace(/\s+/g, ' ').trim();
        if (!new RegExp(pattern).test(text)) continue;
        listener.disconnect();
        resolve(text);
      }
    });
    listener.observe(document.body, { childList: true, subtree: true, characterData: true });
    setTimeout(() => reject(new Error(`nothing was said of ${pattern}`)), msMax);
  });
}
