import { setTimeout as sleepFor } from 'node:timers/promises';
import type { BookGuard } from '../book/guard.ts';
import type { WitnessLink } from '../book/witness.ts';
import { newId } from '../db/ids.ts';
import { holdLease, releaseLease } from '../db/lease.ts';
import type { Catalogue, Lottery } from '../lottery/catalogue.ts';
import { throttleFaults } from '../process/log-throttle.ts';
import { advanceInHand, type DrawDeps, sealDue } from './advance.ts';
import type { Beacon } from './beacon.ts';
import { followBeacon } from './beacon-head.ts';
import { createClockWatch } from './clock-watch.ts';
import { findLateSeals } from './override.ts';

export interface DrawLoopDeps extends DrawDeps {
  catalogue(): Catalogue;
  /** Those to follow. Asked again and again: a new table may name another. */
  beacons(): readonly Beacon[];
  /** The book's name, and the witnesses that may know of a seal more than we do. */
  origin: string;
  witnesses: readonly WitnessLink[];
  /** Asked before each turn: nothing is written in a book that is behind what was published. */
  guard?: BookGuard;
}

export interface DrawLoop {
  stop(): Promise<void>;
}

const TICK_MS = 250;
const RENEW_MS = 450;
const LOOK_FOR_SEALS_MS = 30_000;

/**
 * The draw's own loop. Each lottery has two kinds of work that do not wait for each other: sealing, which has seconds,
 * and what is in hand, which may wait for a beacon or pay thousands. Work that is under way is not started again. Only
 * the holder of the lease works.
 */
export function startDrawLoop(deps: DrawLoopDeps): DrawLoop {
  const holder = newId();
  const stopping = new AbortController();
  const onFault = throttleFaults(deps.onFault);
  const watch = createClockWatch();
  const mistrusts = (databaseMs: number): boolean => deps.mistrusts?.(databaseMs) ?? watch.mistrusts(databaseMs);
  let leading = false;
  const busy = new Map<string, Promise<void>>();
  const followed = new Set<string>();
  const lookedMs = new Map<number, number>();

  const loops: Promise<void>[] = [];
  const leasing = every(RENEW_MS, takeLease);
  loops.push(every(TICK_MS, tick), every(LOOK_FOR_SEALS_MS, lookForSeals));

  async function takeLease(): Promise<void> {
    leading = await renew(holder, { ...deps, onFault });
  }

  async function tick(): Promise<void> {
    followAll();
    if (!leading) return;
    for (const lottery of deps.catalogue().lotteries) {
      start(lottery, 'seal', () => sealDue({ ...deps, mistrusts }, lottery));
      start(lottery, 'in hand', () => advanceInHand({ ...deps, mistrusts, signal: stopping.signal }, lottery));
    }
  }

  async function lookForSeals(): Promise<void> {
    if (!leading || deps.witnesses.length === 0) return;
    for (const lottery of deps.catalogue().lotteries) {
      start(lottery, 'late seals', async () => {
        const lastMs = lookedMs.get(lottery.id) ?? 0;
        lookedMs.set(lottery.id, await findLateSeals({ ...deps, signal: stopping.signal }, lottery, lastMs));
      });
    }
  }

  function followAll(): void {
    for (const beacon of deps.beacons()) {
      if (followed.has(beacon.chain.hash)) continue;
      followed.add(beacon.chain.hash);
      loops.push(follow(beacon));
    }
  }

  function start(lottery: Lottery, kind: string, act: () => Promise<void>): void {
    const name = `${lottery.key} ${kind}`;
    if (busy.has(name)) return;
    const work = act()
      .catch((error: unknown) => deps.onFault(name, error))
      .finally(() => busy.delete(name));
    busy.set(name, work);
  }

  async function every(periodMs: number, act: () => Promise<void>): Promise<void> {
    while (!stopping.signal.aborted) {
      await act();
      await sleep(periodMs);
    }
  }

  async function follow(beacon: Beacon): Promise<void> {
    while (!stopping.signal.aborted) {
      const waitMs = await followBeacon(deps.db, beacon, stopping.signal).then(
        ({ waitMs: ms, nextMs }) => {
          watch.prove(nextMs);
          return ms;
        },
        (error: unknown) => {
          if (!stopping.signal.aborted) deps.onFault('beacon head', error);
          return 500;
        },
      );
      // A little after the round's time: a beacon that is asked too early makes us wait for another turn.
      await sleep(Math.min(waitMs + 30, 3_000));
    }
  }

  /** Ends early when the drawer stops. */
  async function sleep(ms: number): Promise<void> {
    await sleepFor(ms, null, { signal: stopping.signal }).catch(() => {});
  }

  return {
    async stop() {
      stopping.abort();
      await leasing;
      leading = false;
      // At once: another process need not wait for what is under way here, which it may do at the same time.
      await releaseLease(deps.db, 'draw', holder).catch(() => {});
      await Promise.allSettled([...loops, ...busy.values()]);
    },
  };
}

async function renew(holder: string, deps: Pick<DrawLoopDeps, 'db' | 'guard' | 'onFault'>): Promise<boolean> {
  try {
    // Asked first: who may not write must not keep the lease from who may.
    await deps.guard?.refuse();
    return await holdLease(deps.db, 'draw', holder);
  } catch (error) {
    deps.onFault('lease', error);
    return false;
  }
}
