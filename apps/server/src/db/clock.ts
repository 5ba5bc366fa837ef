import { performance } from 'node:perf_hooks';
import { sql } from 'kysely';
import type { Db } from './pool.ts';
import type { Tx } from './transaction.ts';

/** The database's time, guessed without asking it. For words, timers and screens; what decides asks the database. */
export interface GuessedClock {
  nowMs(): number;
  stop(): void;
}

const MEASURE_MS = 10_000;

/** Follows the database's clock by its offset from our own monotonic one. */
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
 * The database's time, the only one that decides. Read first and then written as a value: where the tables are spread
 * over machines, an UPDATE may not ask for the time itself.
 */
export async function clockNow(q: Db | Tx['q']): Promise<Date> {
  const { rows } = await sql<{ now: Date }>`select clock.now() as now`.execute(q);
  if (!rows[0]) throw new Error('the clock gave no time');
  return rows[0].now;
}
