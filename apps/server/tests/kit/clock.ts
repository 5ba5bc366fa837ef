import { setTimeout as sleep } from 'node:timers/promises';
import type pg from 'pg';

/** The clock that decides (`clock.now()`), in the hands of a test. It stands still until it is moved. */
export interface TestClock {
  nowMs(): number;
  /**
   * Moves it to a moment (unix milliseconds), forwards or backwards. All connections see it from their next call on.
   */
  set(ms: number): Promise<void>;
  forward(ms: number): Promise<void>;
}

/**
 * Replaces `clock.now()` by one that reads a row, with the owner's rights: no role has more rights than in a club. Only
 * the owner of the schema can do this; that the processes' roles cannot is tested in rights/beyond-tables.test.ts.
 */
export async function takeClock(owner: pg.Pool, startMs: number): Promise<TestClock> {
  const isSpread = await knowsWorkers(owner);
  await everywhere(
    `create table clock.test_time (at timestamptz not null);
     insert into clock.test_time values (to_timestamp(0));`,
  );
  await owner.query(`
    create or replace function clock.now() returns timestamptz language sql volatile security definer
      as 'select at from clock.test_time'`);
  let nowMs = startMs;

  /** Each machine of a cluster has a row of its own, which no cluster knows of: any query may ask for the time. */
  async function everywhere(statement: string): Promise<void> {
    await owner.query(statement);
    if (!isSpread) return;
    const { rows } = await owner.query('select result from run_command_on_workers($1) where not success', [statement]);
    if (rows[0]) throw new Error(`a worker did not take the time: ${rows[0].result}`);
  }

  async function set(ms: number): Promise<void> {
    await everywhere(`update clock.test_time set at = to_timestamp(${ms}::numeric / 1000)`);
    nowMs = ms;
  }
  await set(startMs);
  return { nowMs: () => nowMs, set, forward: (ms) => set(nowMs + ms) };
}

/** Whether it is the coordinator of a Citus cluster, with all that a test looks at lying elsewhere. */
export async function knowsWorkers(owner: pg.Pool): Promise<boolean> {
  const { rows } = await owner.query(`select to_regclass('pg_catalog.pg_dist_node') is not null as citus`);
  return rows[0].citus;
}

/** A clock may be set by so much without being doubted (`draw/worker/clock-watch.ts`). */
export const STEP_MS = 4_000;
/** Each process that draws looks at the clock within this. */
export const LOOKS_WITHIN_MS = 600;

/** Where a process draws by this clock and hears no beacon, a leap ahead would be doubted for a minute. */
export async function walkTo(clock: TestClock, ms: number): Promise<void> {
  while (clock.nowMs() < ms) {
    await clock.set(Math.min(ms, clock.nowMs() + STEP_MS));
    await sleep(LOOKS_WITHIN_MS);
  }
}

const DAY_MS = 86_400_000;

/** Today at noon, UTC: inside the day partitions and far from midnight. */
export function noon(): number {
  return Math.floor(Date.now() / DAY_MS) * DAY_MS + DAY_MS / 2;
}
