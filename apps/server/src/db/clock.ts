import { performance } from 'node:perf_hooks';
import { sql } from 'kysely';
import type { Db } from './pool.ts';
import type { Tx } from './transaction.ts';

/**
 * Local estimate of the database's time, for messages, timers and screens. Decisions must read the database's clock.
 */
export interface GuessedClock {
  nowMs(): number;
  stop(): void;
}

const MEASURE_MS = 10_000;

/** Estimates the database's clock by its offset from this process's monotonic clock. */
export async function followClock(db: Db): Promise<GuessedClock> {
  let offset = await measure(db);
  const timer = setInterval(() => {
    measure(db).then(
      (next) => {
        offset = next;
      },
      () => {},
    );
  }, MEASURE_MS);
  timer.unref();
  return { nowMs: () => Math.round(performance.now() + offset), stop: () => clearInterval(timer) };
}

async function measure(db: Db): Promise<number> {
  const before = performance.now();
  const { rows } = await sql<{ now: bigint }>`select clock.now_ms() as now`.execute(db);
  return Number(rows[0]?.now) - (before + performance.now()) / 2;
}

/**
 * Current time of the database, which is the only authoritative clock. Read it first, then write it as a value: an
 * UPDATE of a distributed table cannot call the clock.
 */
export async function clockNow(q: Db | Tx['q']): Promise<Date> {
  const { rows } = await sql<{ now: Date }>`select clock.now() as now`.execute(q);
  if (!rows[0]) throw new Error('the clock gave no time');
  return rows[0].now;
}
