import type { BrowserContext, Page } from '@playwright/test';
import { LOCAL_CHAIN_TIMES } from '@tercet/dev/beacon/key.ts';
import { lockTime, roundFor, timeOfRound } from '@tercet/fair';
import { PERIOD_SECONDS } from './beacon.ts';
import type { Club } from './club.ts';

// Journeys do not wait for draws: they move the time of their club and its phones. In a club whose clock cannot be
// moved, these functions return at once, and the journey waits in real time.

/** Phones by club, and the club of each phone. */
const phones = new WeakMap<Club, Set<BrowserContext>>();
const clubs = new WeakMap<BrowserContext, Club>();

/** From now on the phone's clock follows the club's. */
export async function keepInTime(context: BrowserContext, club: Club): Promise<void> {
  const known = phones.get(club) ?? new Set();
  phones.set(club, known.add(context));
  clubs.set(context, club);
  context.once('close', () => known.delete(context));
  if (club.clock) await context.addInitScript(goAhead, { ms: club.clock.aheadMs(), isLoading: true });
}

/** Lets the bets of the half-minute table close: the period is sealed, and its dice are not drawn yet. */
export function letBetsClose(page: Page, period: number): Promise<void> {
  return moveTo(page, lockTime(period, PERIOD_SECONDS) * 1_000);
}

/** Lets the draw of a period of the half-minute table happen: its beacon round is available. */
export function letDiceFall(page: Page, period: number): Promise<void> {
  const round = roundFor(lockTime(period, PERIOD_SECONDS), LOCAL_CHAIN_TIMES);
  return moveTo(page, timeOfRound(round, LOCAL_CHAIN_TIMES) * 1_000);
}

/** Moves the time of the club and its phones forward. */
export async function letTimePass(page: Page, ms: number): Promise<void> {
  const clock = clubs.get(page.context())?.clock;
  if (clock) await moveTo(page, (await clock.nowMs()) + ms);
}

/** Moves the time to a moment while all processes of the club are down. */
export async function letTimePassAway(club: Club, ms: number): Promise<void> {
  if (!club.clock) return;
  await club.clock.skipTo(ms);
  await movePhones(club, club.clock.aheadMs());
}

/** The club's time in unix milliseconds. */
export async function timeOf(club: Club): Promise<number> {
  return club.clock ? club.clock.nowMs() : Date.now();
}

async function moveTo(page: Page, ms: number): Promise<void> {
  const club = clubs.get(page.context());
  if (!club?.clock) return;
  await club.clock.forwardTo(ms);
  await movePhones(club, club.clock.aheadMs());
}

async function movePhones(club: Club, aheadMs: number): Promise<void> {
  for (const context of phones.get(club) ?? []) {
    await context.addInitScript(goAhead, { ms: aheadMs, isLoading: true });
    // A page that is loading runs the init script.
    for (const open of context.pages()) {
      await open.evaluate(goAhead, { ms: aheadMs, isLoading: false }).catch(() => {});
    }
  }
}

/**
 * Runs in the page. Scripts of earlier jumps also run, in any order, so the time only moves forward. Only a loading
 * page gets a new origin of its monotonic clock; an open page learns of the jump from the club.
 */
function goAhead({ ms, isLoading }: { ms: number; isLoading: boolean }): void {
  const page = globalThis as typeof globalThis & { aheadMs?: number; steadyFrom?: number };
  if (page.aheadMs === undefined) {
    const now = Date.now;
    Date.now = () => now() + (page.aheadMs ?? 0);
  }
  const aheadMs = Math.max(page.aheadMs ?? 0, ms);
  page.aheadMs = aheadMs;
  if (!isLoading) return;
  const from = page.steadyFrom ?? performance.timeOrigin;
  page.steadyFrom = from;
  Reflect.defineProperty(performance, 'timeOrigin', { get: () => from + aheadMs, configurable: true });
}
