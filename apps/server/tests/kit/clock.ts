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
 * Replaces `clock.now()` by one that reads a row. Only the owner of the schema can do this; that the club's own role
 * cannot is tested in ledger/append-only.test.ts.
 */
export async function takeClock(owner: pg.Pool, startMs: number): Promise<TestClock> {
  await owner.query(`
    create table clock.test_time (at timestamptz not null);
    grant select on clock.test_time to tercet_app;
    insert into clock.test_time values (to_timestamp(0));
    create or replace function clock.now() returns timestamptz language sql volatile
      as 'select at from clock.test_time'`);
  let nowMs = startMs;
  async function set(ms: number): Promise<void> {
    await owner.query('update clock.test_time set at = to_timestamp($1::numeric / 1000)', [ms]);
    nowMs = ms;
  }
  await set(startMs);
  return { nowMs: () => nowMs, set, forward: (ms) => set(nowMs + ms) };
}

const DAY_MS = 86_400_000;

/** Today at noon, UTC: inside the day partitions and far from midnight. */
export function noon(): number {
  return Math.floor(Date.now() / DAY_MS) * DAY_MS + DAY_MS / 2;
}
