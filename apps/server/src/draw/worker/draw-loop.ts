import { setTimeout as sleepFor } from 'node:timers/promises';
import type { BookGuard } from '../../book/guard.ts';
import type { WitnessLink } from '../../book/witness.ts';
import { newId } from '../../db/ids.ts';
import { holdLease, releaseLease } from '../../db/lease.ts';
import type { Catalogue } from '../../lottery/catalogue.ts';
import { throttleFaults } from '../../process/log-throttle.ts';
import { findLateSeals } from '../seal/override.ts';
import { advanceInHand, type DrawDeps, sealDue } from './advance.ts';
import type { Beacon } from './beacon.ts';
import { followBeacon } from './beacon-head.ts';
import { createClockWatch } from './clock-watch.ts';
import { findDue } from './due.ts';

export interface DrawLoopDeps extends DrawDeps {
  catalogue(): Catalogue;
  /** Beacons to follow. Read repeatedly, because a new table may name another. */
  beacons(): readonly Beacon[];
  /** Name (origin) of the book. */
  origin: string;
  witnesses: readonly WitnessLink[];
  /** Checked before each lease renewal. Prevents writing to a book that is behind its published state. */
  guard?: BookGuard;
}

export interface DrawLoop {
  stop(): Promise<void>;
}

const TICK_MS = 250;
const RENEW_MS = 450;
const LOOK_FOR_SEALS_MS = 30_000;

/**
 * Runs the draw. Each lottery has two independent kinds of work: sealing, which has only seconds, and the settlement
 * queue, which may wait for a beacon or pay thousands. A kind that is still running is not started again. Only the
 * lease holder works.
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
    if (leading) start('due', startDue);
  }

  async function startDue(): Promise<void> {
    const { toSeal, inHand } = await findDue(deps.db, deps.catalogue().lotteries);
    // The lease may have been lost, or the loop stopped.
    if (!leading) return;
    for (const lottery of toSeal) start(`${lottery.key} seal`, () => sealDue({ ...deps, mistrusts }, lottery));
    const more = { ...deps, mistrusts, signal: stopping.signal };
    for (const lottery of inHand) start(`${lottery.key} in hand`, () => advanceInHand(more, lottery));
  }

  async function lookForSeals(): Promise<void> {
    if (!leading || deps.witnesses.length === 0) return;
    for (const lottery of deps.catalogue().lotteries) {
      start(`${lottery.key} late seals`, async () => {
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

  function start(name: string, act: () => Promise<void>): void {
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
      // Waits slightly past the round's time. Asking too early would cost another wait.
      await sleep(Math.min(waitMs + 30, 3_000));
    }
  }

  /** Ends early when the loop stops. */
  async function sleep(ms: number): Promise<void> {
    await sleepFor(ms, null, { signal: stopping.signal }).catch(() => {});
  }

  return {
    async stop() {
      stopping.abort();
      await leasing;
      leading = false;
      // Releases the lease at once. Another process may safely do the same work concurrently.
      await releaseLease(deps.db, 'draw', holder).catch(() => {});
      await Promise.allSettled([...loops, ...busy.values()]);
    },
  };
}

async function renew(holder: string, deps: Pick<DrawLoopDeps, 'db' | 'guard' | 'onFault'>): Promise<boolean> {
  try {
    // Checked first: a process that may not write must not block the lease for one that may.
    await deps.guard?.refuse();
    return await holdLease(deps.db, 'draw', holder);
  } catch (error) {
    deps.onFault('lease', error);
    return false;
  }
}
