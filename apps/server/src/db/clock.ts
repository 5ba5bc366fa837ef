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

interface Estimate {
  /** The database's time minus this process's monotonic time, in milliseconds. */
  offsetMs: number;
  /** Largest possible error of it: half the round trip. */
  errorMs: number;
}

const MEASURE_MS = 1_000;

/** Estimates the database's clock by its offset from this process's monotonic clock. Notices a jump within a second. */
export async function followClock(db: Db): Promise<GuessedClock> {
  let estimate = await measure(db);
  let measuring = false;
  async function measureAgain(): Promise<void> {
    // A slow database must not collect measurements.
    if (measuring) return;
    measuring = true;
    try {
      const next = await measure(db);
      // A slow answer that agrees says less than the quick one before it.
      const apartMs = Math.abs(next.offsetMs - estimate.offsetMs);
      if (next.errorMs <= estimate.errorMs || apartMs > next.errorMs) estimate = next;
    } catch {
      // The estimate before stays until the database answers again.
    } finally {
      measuring = false;
    }
  }
  const timer = setInterval(() => void measureAgain(), MEASURE_MS);
  timer.unref();
  return { nowMs: () => Math.round(performance.now() + estimate.offsetMs), stop: () => clearInterval(timer) };
}

async function measure(db: Db): Promise<Estimate> {
  const before = performance.now();
  const { rows } = await sql<{ now: bigint }>`select clock.now_ms() as now`.execute(db);
  const errorMs = (performance.now() - before) / 2;
  return { offsetMs: Number(rows[0]?.now) - before - errorMs, errorMs };
}

/**
 * Current time of the database, which is the only authoritative clock. Read it first, then write it as a value: an
 * UPDATE of a distributed table cannot call the clock.
 */
export async function clockNow(q: Db | Tx['q']): Promise<Date> {
  const { rows } = await sql<{ now: Date }>`select clock.now() as now`.execute(q);
  if (!rows[0]) throw new Error('the clock query returned no row');
  return rows[0].now;
}

/** The body that the migrations give `clock.now()`. */
const OWN_SOURCE = 'select clock_timestamp()';

/** Whether the owner of the schema has replaced `clock.now()`, as tests do. */
export async function isClockReplaced(db: Db): Promise<boolean> {
  const { rows } = await sql<{ source: string }>`
    select prosrc as source from pg_proc where oid = 'clock.now()'::regprocedure`.execute(db);
  return rows[0]?.source !== OWN_SOURCE;
}
