import { expect, type Locator, type Page } from '@playwright/test';
import { DRAW_MS_MAX } from '../fixtures.ts';
import { written } from '../money.ts';

/** An amount beside its name in a list of figures. */
export async function expectFigure(within: Locator, name: string, minor: bigint): Promise<void> {
  await expect(within.getByText(new RegExp(`^${name}\\s*${written(minor).replace('.', '\\.')}`))).toBeVisible();
}

/** What is told as the draw is settled. Only what exceeds the stake is called paid out. */
export function settledWords(period: number, paid: bigint, staked: bigint): string {
  if (paid > staked) return `Draw ${period} is in: ${written(paid)} credits paid out`;
  if (paid > 0n) return `Draw ${period} is in: ${written(paid)} credits of ${written(staked)} credits came back`;
  return `Draw ${period} is in: no bet won`;
}

/** Waits for what is told of a settled draw. It stands for seconds only: to be called before, and awaited after. */
export async function hearSettled(page: Page, period: number): Promise<string> {
  const told = page.getByText(new RegExp(`^Draw ${period} is (in: .*(paid out|came back|no bet won)|void: .*)$`));
  await told.waitFor({ timeout: DRAW_MS_MAX });
  return (await told.innerText()).replace(/\s+/g, ' ');
}
