import type { Db } from '@tercet/server/db/pool.ts';
import { sql } from 'kysely';
import type pg from 'pg';

/** The clock of a season: the database's `clock.now()` returns a fixed moment until the clock is returned. */
export interface SeasonClock {
  nowMs(): number;
  /** Sets the clock (unix milliseconds). `head`: the newest beacon round at that moment, which betting requires. */
  set(ms: number, head?: BeaconHead): Promise<void>;
}

export interface BeaconHead {
  chainHash: string;
  round: number;
}

/** The definition in the first migration. We could not restore another one. */
const OWN_SOURCE = 'select clock_timestamp()';
const DEFINITION = `select pg_get_functiondef('clock.now()'::regprocedure) as definition`;

/** The database's clock is not the one of the migrations. */
class ForeignClock extends Error {}

/**
 * Runs `work` with the clock stopped and restores the clock afterwards, also after an error. Needs the schema's owner.
 * The definition is stored in the database, so that `returnClock` can restore it after a kill.
 */
export async function withSeasonClock<T>(
  owner: pg.Client,
  startMs: number,
  work: (clock: SeasonClock) => Promise<T>,
): Promise<T> {
  await takeClock(owner, startMs);
  let nowMs = startMs;
  try {
    return await work({
      nowMs: () => nowMs,
      async set(ms, head) {
        await owner.query('update clock.season set at = to_timestamp($1::numeric / 1000)', [ms]);
        if (head) await setHead(owner, head);
        nowMs = ms;
      },
    });
  } finally {
    await returnClock(owner);
  }
}

export async function isClockTaken(db: Db): Promise<boolean> {
  const { rows } = await sql<{ taken: boolean }>`select to_regclass('clock.season') is not null as taken`.execute(db);
  return rows[0]?.taken ?? false;
}

/** Restores the original clock if it was replaced. Throws if the result differs from the original. */
export async function returnClock(owner: pg.Client): Promise<void> {
  const { rows: taken } = await owner.query(`select to_regclass('clock.season') is not null as taken`);
  if (!taken[0]?.taken) return;
  await owner.query('begin');
  try {
    const { rows } = await owner.query('select definition from clock.season');
    await owner.query(rows[0].definition);
    await owner.query('drop table clock.season');
    const { rows: now } = await owner.query(DEFINITION);
    if (now[0].definition !== rows[0].definition) throw new ForeignClock('clock.now() could not be put back');
    await refuseForeignClock(owner);
    await owner.query('commit');
  } catch (error) {
    await owner.query('rollback');
    throw error;
  }
}

async function takeClock(owner: pg.Client, startMs: number): Promise<void> {
  await refuseForeignClock(owner);
  await owner.query('begin');
  try {
    const { rows } = await owner.query(DEFINITION);
    await owner.query(`create table clock.season (at timestamptz not null, definition text not null)`);
    await owner.query('insert into clock.season values (to_timestamp($1::numeric / 1000), $2)', [
      startMs,
      rows[0].definition,
    ]);
    // Runs with the owner's rights: no role of the club may read the table.
    await owner.query(`create or replace function clock.now() returns timestamptz language sql volatile security definer
      as 'select at from clock.season'`);
    await owner.query('commit');
  } catch (error) {
    await owner.query('rollback');
    throw error;
  }
}

async function refuseForeignClock(owner: pg.Client): Promise<void> {
  const { rows } = await owner.query(`select prosrc from pg_proc where oid = 'clock.now()'::regprocedure`);
  if (rows[0]?.prosrc !== OWN_SOURCE) throw new ForeignClock('clock.now() is not the clock of the migrations');
}

/** Advances the newest round by the database's clock, as the draw worker does. A round is never moved back. */
async function setHead(owner: pg.Client, { chainHash, round }: BeaconHead): Promise<void> {
  await owner.query(
    `insert into draw.beacon_head as h (chain_hash, round, seen_at) values (decode($1, 'hex'), $2, clock.now())
     on conflict (chain_hash) do update set round = excluded.round, seen_at = excluded.seen_at`,
    [chainHash, round],
  );
}
