import type { Locator, Page } from '@playwright/test';
import { PERIOD_SECONDS, TABLE_KEY } from '../kit/beacon.ts';
import { letTimePass } from '../kit/club-time.ts';
import { expect } from '../kit/fixtures.ts';
import { type Dice, minorOf, type Stake, written } from '../kit/money.ts';

/** The screen of a lottery. */

export async function openTable(page: Page, key = TABLE_KEY): Promise<void> {
  await page.goto(`/Lottery?key=${key}`);
  await expect(page.getByRole('timer', { name: 'Time left to bet' })).toBeVisible();
}

/** The period that is open for bets. */
export async function openPeriod(page: Page): Promise<number> {
  const text = await page.getByRole('region', { name: 'Period' }).innerText();
  return Number(/Period\s+(\d+)/.exec(text)?.[1]);
}

/**
 * Waits until the open period has at least `least` and at most `most` seconds left. A new table shows more than a
 * period, because its first one has not begun. Moves the club's time if needed.
 */
export async function untilSecondsLeft(page: Page, { least, most = PERIOD_SECONDS }: { least: number; most?: number }) {
  const shown = await secondsLeft(page);
  if (shown > most) await letTimePass(page, (shown - most) * 1_000);
  else if (shown < least) await letTimePass(page, (shown + 1) * 1_000);
  await expect
    .poll(
      async () => {
        const left = await secondsLeft(page);
        return left >= least && left <= most;
      },
      { timeout: 60_000, intervals: [200] },
    )
    .toBe(true);
}

export async function secondsLeft(page: Page): Promise<number> {
  const [minutes, seconds] = (await page.getByRole('timer').innerText()).trim().split(':').map(Number);
  return (minutes ?? 0) * 60 + (seconds ?? 0);
}

/** A bet's cell on the table, with its multiplier. */
export function betKey(page: Page, bet: string): Locator {
  return page.getByRole('region', { name: 'Bets' }).getByRole('button', { name: new RegExp(`^${bet} pays`) });
}

/** Selects a chip and taps a bet once. Returns the stake and the multiplier on its cell. */
export async function chooseBet(page: Page, bet: string, chip: string): Promise<Stake> {
  await page.getByRole('radio', { name: `${chip} credits per bet` }).click();
  const key = betKey(page, bet);
  const [, multiplier = ''] = /×([\d,.]+)/.exec(await key.innerText()) ?? [];
  await key.click();
  await expect(key).toHaveAttribute('aria-pressed', 'true');
  return { bet, stakeMinor: minorOf(chip), multiplier: multiplierOf(multiplier) };
}

/** "8.2944" in 1/10,000. */
function multiplierOf(text: string): bigint {
  const [whole = '', decimals = ''] = text.replaceAll(',', '').split('.');
  return BigInt(whole + decimals.padEnd(4, '0'));
}

export function sheet(page: Page, name: string): Locator {
  return page.getByRole('dialog', { name });
}

/** Opens the confirmation sheet of the slip. */
export async function review(page: Page): Promise<Locator> {
  await page.getByRole('button', { name: /^Review \d+ bets?$/ }).click();
  return confirmSheet(page);
}

/** Repeats the last bet, which opens the sheet at once. */
export async function repeatLast(page: Page): Promise<Locator> {
  await page.getByRole('button', { name: 'Repeat last bet' }).click();
  return confirmSheet(page);
}

async function confirmSheet(page: Page): Promise<Locator> {
  const slip = sheet(page, 'Confirm your bet');
  await expect(slip).toBeVisible();
  return slip;
}

/** Confirms the selected bets and leaves the receipt open. Returns the period of the slip. */
export async function placeSlip(page: Page): Promise<number> {
  await untilSecondsLeft(page, { least: 8 });
  await review(page);
  return confirmSlip(page);
}

/** Confirms an open sheet and leaves the receipt open. Returns the period of the slip. */
export async function confirmSlip(page: Page): Promise<number> {
  const receipt = await keepReceipt(page, () => page.getByRole('button', { name: 'Place this bet' }).click());
  const text = await receipt.innerText();
  return Number(/·\s*(\d+)/.exec(text)?.[1]);
}

/**
 * The receipt of the slip that `place` confirms. Meanwhile the page itself reports activity, which keeps the receipt
 * open: on a busy machine a journey would come after it has closed automatically.
 */
export async function keepReceipt(page: Page, place: () => Promise<void>): Promise<Locator> {
  const activity = await page.evaluateHandle(reportActivity);
  await place();
  const receipt = sheet(page, 'Bet accepted');
  await expect(receipt).toBeVisible();
  await activity.evaluate(({ end }) => end());
  return receipt;
}

/** Runs in the page. A turn of the wheel moves nothing and closes nothing. */
function reportActivity(): { end(): Promise<void> } {
  const everyMs = 100;
  const timer = setInterval(() => document.dispatchEvent(new WheelEvent('wheel')), everyMs);
  return {
    // Ends after some more reports, since the receipt listens a moment after it is visible.
    end: () => new Promise((resolve) => setTimeout(() => resolve(clearInterval(timer)), 4 * everyMs)),
  };
}

/** The list of the member's bets on the table. */
export function myBets(page: Page): Locator {
  return page.getByRole('region', { name: 'Your bets' });
}

/** The progress line of the newest closed period, while it shows `period`. */
export function drawStrip(page: Page, period: number, { hidden = false } = {}): Locator {
  return page.getByRole('button', { name: new RegExp(`Last draw ${period}\\b`), includeHidden: hidden });
}

/** The dice within an element, once they are shown. */
export async function readDice(within: Locator): Promise<Dice> {
  const name = await within.getByRole('img', { name: /^Dice \d/ }).getAttribute('aria-label');
  const [, a, b, c] = /Dice (\d)\D+(\d)\D+(\d)/.exec(name ?? '') ?? [];
  return [Number(a), Number(b), Number(c)];
}

/** The balance in the table's header. `hidden` also finds it behind a sheet. */
export function balance(page: Page, { hidden = false } = {}): Locator {
  return page.getByRole('banner', { includeHidden: hidden }).filter({ hasText: 'Available' });
}

/** The result text of a settled period in the list of bets. Only more than the stake counts as a win. */
export function resultWords(paid: bigint, staked: bigint): string {
  return paid > staked
    ? `Won ${written(paid)} credits on ${written(staked)} credits staked`
    : `Returned ${written(paid)} credits of ${written(staked)} credits staked`;
}
