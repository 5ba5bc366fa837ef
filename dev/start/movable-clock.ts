import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { roundAt } from '@tercet/fair';
import pg from 'pg';
import { readAheadMs, writeAheadMs } from '../beacon/ahead.ts';
import { LOCAL_CHAIN_TIMES } from '../beacon/key.ts';
import { StartFailure } from '../failure.ts';

/**
 * The clock of a test club: the real time and an offset that only grows. `clock.now()` is replaced by the schema's
 * owner, so no role of the club can move it. The local beacon reads the same offset from its own data folder, next to
 * the key that can sign any round anyway.
 */
export interface MovableClock {
  /** Time of the club's database, in unix milliseconds. */
  nowMs(): Promise<number>;
  /**
   * Moves the club's time forward to a moment (unix milliseconds); an earlier moment changes nothing. Returns when the
   * club has received the beacon's round of that moment and accepts bets again. Stops before each end of a period until
   * all its bets are sealed.
   */
  forwardTo(ms: number): Promise<void>;
  /** Like `forwardTo`, for a club without running processes: nothing is sealed meanwhile. */
  skipTo(ms: number): Promise<void>;
  /** How far the club's time is ahead of this machine's. */
  aheadMs(): number;
  close(): Promise<void>;
}

/** Every period of every lottery ends at a multiple of this. */
const LOCK_EVERY_MS = 30_000;
/** The club reaches the end of a period in real time, from this long before. */
const APPROACH_MS = 400;
const LOOK_MS = 50;
/** Generous, for a busy machine. */
const HEARD_MS_MAX = 60_000;
const SEALED_MS_MAX = 60_000;

const REPLACED = `create or replace function clock.now() returns timestamptz language sql volatile security definer
  as 'select clock_timestamp() + by from clock.ahead'`;

/** Replaces the database's clock with one that `openMovableClock` can move. Needs the schema's owner. */
export async function makeClockMovable(ownerUrl: string): Promise<void> {
  await asOwner(ownerUrl, async (owner) => {
    if (await isMovable(owner)) return;
    await owner.query('begin');
    await owner.query('create table clock.ahead (by interval not null)');
    await owner.query(`insert into clock.ahead values ('0')`);
    await owner.query(REPLACED);
    await owner.query('commit');
  });
}

/** Throws `StartFailure` for a club with a movable clock: its time is not the real one. */
export async function refuseMovableClock(ownerUrl: string): Promise<void> {
  if (await asOwner(ownerUrl, isMovable))
    throw new StartFailure('The clock of this club was made movable for tests: it starts with --movable-clock only');
}

/** Opens the clock of a club started with `--movable-clock`, as the schema's owner. */
export async function openMovableClock({
  ownerUrl,
  dataDir,
}: {
  ownerUrl: string;
  dataDir: string;
}): Promise<MovableClock> {
  const pool = new pg.Pool({ connectionString: ownerUrl, max: 1 });
  // The database may restart. The next query connects again.
  pool.on('error', () => {});
  const beaconDir = join(dataDir, 'beacon');
  let aheadMs = readAheadMs(beaconDir);

  const numberOf = async (query: string, values: unknown[] = []): Promise<number> =>
    Number((await pool.query({ text: query, values, rowMode: 'array' })).rows[0]?.[0]);
  const nowMs = () => numberOf('select clock.now_ms()');

  async function until(what: string, msMax: number, isTrue: () => Promise<boolean>): Promise<void> {
    const deadline = performance.now() + msMax;
    while (!(await isTrue())) {
      if (performance.now() > deadline) throw new Error(`the club's clock waited ${msMax / 1_000} s for ${what}`);
      await sleep(LOOK_MS);
    }
  }

  /** The beacon moves first, because the club stops taking bets for a minute when no round proves its time. */
  async function jump(ms: number): Promise<void> {
    const byMs = ms - (await nowMs());
    if (byMs <= 0) return;
    writeAheadMs(beaconDir, aheadMs + byMs);
    const round = roundAt(Math.floor(ms / 1_000), LOCAL_CHAIN_TIMES);
    await until(`round ${round} to be heard`, HEARD_MS_MAX, async () => (await newestRound()) >= round);
    await skipTo(ms);
  }

  async function skipTo(ms: number): Promise<void> {
    await pool.query(`update clock.ahead set by = greatest(by, to_timestamp($1::numeric / 1000) - clock_timestamp())`, [
      ms,
    ]);
    aheadMs = await numberOf('select round(extract(epoch from by) * 1000) from clock.ahead');
    writeAheadMs(beaconDir, aheadMs);
  }

  const newestRound = () => numberOf('select coalesce(max(round), 0) from draw.beacon_head');
  /** Lotteries whose latest period before `lockMs` has bets that no signed book covers yet. */
  const unsealedAt = (lockMs: number) =>
    numberOf(
      `select count(*) from lottery.lottery l cross join lateral (select floor($1::numeric / 1000 / l.period_seconds) - 1 as p) last
       where exists (select from lottery.odds_table t where t.lottery_id = l.id and t.first_period <= last.p)
         and not exists (select from draw.void v where v.lottery_id = l.id and v.period = last.p)
         and not exists (select from draw.seal s join book.tree_head h on h.size > s.entry_seq
           where s.lottery_id = l.id and s.period = last.p)`,
      [lockMs],
    );

  return {
    nowMs,
    aheadMs: () => aheadMs,
    async forwardTo(ms) {
      for (;;) {
        const lockMs = Math.ceil(((await nowMs()) + 1) / LOCK_EVERY_MS) * LOCK_EVERY_MS;
        if (lockMs > ms) return jump(ms);
        await jump(lockMs - APPROACH_MS);
        await until(
          'the seals',
          SEALED_MS_MAX,
          async () => (await nowMs()) >= lockMs && (await unsealedAt(lockMs)) === 0,
        );
      }
    },
    skipTo,
    close: () => pool.end(),
  };
}

async function isMovable(owner: pg.Client): Promise<boolean> {
  const { rows } = await owner.query(`select to_regclass('clock.ahead') is not null as movable`);
  return rows[0].movable;
}

async function asOwner<T>(ownerUrl: string, work: (owner: pg.Client) => Promise<T>): Promise<T> {
  const owner = new pg.Client({ connectionString: ownerUrl });
  await owner.connect();
  try {
    return await work(owner);
  } finally {
    await owner.end();
  }
}
