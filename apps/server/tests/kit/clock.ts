import { setTimeout as sleep } from 'node:timers/promises';
import type pg from 'pg';
import { DAY_MS } from '../../src/durations.ts';

/** The club's clock (`clock.now()`) under the test's control. It stands still between calls. */
export interface TestClock {
  nowMs(): number;
  /**
   * Sets the clock to a time in unix milliseconds, forwards or backwards. Other connections see it from their next
   * query.
   */
  set(ms: number): Promise<void>;
  forward(ms: number): Promise<void>;
}

/**
 * Replaces `clock.now()` by a function that reads a row. It runs with the owner's rights, so that no role gets extra
 * rights. Only the schema's owner can do this; rights/beyond-tables.test.ts checks that the roles of processes cannot.
 */
export async function takeClock(owner: pg.Pool, startMs: number): Promise<TestClock> {
  const isOnCitus = await knowsWorkers(owner);
  await everywhere(
    `create table clock.test_time (at timestamptz not null);
     insert into clock.test_time values (to_timestamp(0));`,
  );
  await owner.query(`
    create or replace function clock.now() returns timestamptz language sql volatile security definer
      as 'select at from clock.test_time'`);
  let nowMs = startMs;

  /** Each machine of a cluster has its own row in a local table, since any query may read the time. */
  async function everywhere(statement: string): Promise<void> {
    await owner.query(statement);
    if (!isOnCitus) return;
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

/** True on the coordinator of a Citus cluster: the rows are on its workers. */
export async function knowsWorkers(owner: pg.Pool): Promise<boolean> {
  const { rows } = await owner.query(`select to_regclass('pg_catalog.pg_dist_node') is not null as citus`);
  return rows[0].citus;
}

/** The largest step of the clock, in milliseconds, that `draw/worker/clock-watch.ts` accepts without doubt. */
export const STEP_MS = 4_000;
/** Every process that draws checks the clock at least this often, in milliseconds. */
export const LOOKS_WITHIN_MS = 600;

/** Moves the clock in small steps. A process that draws and gets no beacon would distrust a larger one for a minute. */
export async function walkTo(clock: TestClock, ms: number): Promise<void> {
  while (clock.nowMs() < ms) {
    await clock.set(Math.min(ms, clock.nowMs() + STEP_MS));
    await sleep(LOOKS_WITHIN_MS);
  }
}

/** Today at noon UTC, in unix milliseconds: inside the day partitions and far from midnight. */
export function noon(): number {
  return Math.floor(Date.now() / DAY_MS) * DAY_MS + DAY_MS / 2;
}
