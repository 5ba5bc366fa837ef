import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { newId } from '../../src/db/ids.ts';
import { holdLease, LEASE_MS, releaseLease } from '../../src/db/lease.ts';
import { openDb, openPool } from '../../src/db/pool.ts';
import type { Beacon } from '../../src/draw/worker/beacon.ts';
import { type DrawLoop, startDrawLoop } from '../../src/draw/worker/draw-loop.ts';
import { type Club, type OpenTable, openClub } from '../kit/club.ts';
import { waitersNow } from '../kit/locks.ts';
import { ORIGIN } from '../kit/lotteries.ts';
import {
  advance,
  creditsOf,
  diceOf,
  drawDeps,
  expectBooksBalance,
  outcomeOf,
  periodIn,
  until,
  untilPaid,
  untilSealed,
  winOf,
} from './drawing.ts';

let club: Club;
let table: OpenTable;
beforeAll(async () => {
  club = await openClub({ connectionsMax: 16 });
  table = await club.openTable({ key: 'dice-30', periodSeconds: 30 });
});
beforeEach(() => advance(club, table));
afterAll(() => club.close());

test('processes that work at once without a lease come to one outcome', async () => {
  const members = await club.members(20);
  for (let round = 0; round < 4; round++) {
    const period = periodIn(club, table);
    const bet = { bet: round % 2 ? 'big' : 's9', stakeMinor: 700n } as const;
    const slips = await Promise.all(members.map((member) => club.place(member, table, [bet])));
    for (const second of [period.locks, period.sealByMs / 1_000, period.draws, period.draws + 1]) {
      await club.at(second * 1_000);
      await Promise.all(Array.from({ length: 4 }, () => advance(club, table)));
    }
    const expected = { dice: [diceOf(club, period)], entries: ['seal', 'draw'], steps: ['settle'], tasks: 0 };
    expect(await outcomeOf(club, period)).toEqual(expected);
    for (const slip of slips) {
      const win = winOf(club, slip, period);
      expect(await creditsOf(club, slip)).toEqual(win > 0n ? [['payout', win]] : []);
    }
  }
  await expectBooksBalance(club);
});

test('processes that come back at once after a long stop make each period void once', async () => {
  const first = periodIn(club, table);
  await club.at((first.locks + 30 * 1_200) * 1_000);
  await Promise.all(Array.from({ length: 3 }, () => advance(club, table)));
  await advance(club, table);
  const { rows } = await club.pool.query(
    `select count(*) as entries, count(distinct draw_id) as draws,
       (select count(*) from draw.void where period >= $1) as voids
     from book.entry where type = 'void' and seq >= (select entry_seq from draw.void where period = $1)`,
    [first.period],
  );
  expect(rows[0]).toEqual({ entries: 1_200n, draws: 1_200n, voids: 1_200n });
});

describe('the lease', () => {
  test('is held by one at a time, until it runs out or is given back', async () => {
    const [a, b] = [newId(), newId()];
    expect(await holdLease(club.draw, 'test', a)).toBe(true);
    expect(await holdLease(club.draw, 'test', b)).toBe(false);
    expect(await holdLease(club.draw, 'test', a)).toBe(true);
    await club.clock.forward(LEASE_MS);
    expect(await holdLease(club.draw, 'test', b)).toBe(false);
    await club.clock.forward(1);
    expect(await holdLease(club.draw, 'test', b)).toBe(true);
    expect(await holdLease(club.draw, 'test', a)).toBe(false);
    await releaseLease(club.draw, 'test', a);
    expect(await holdLease(club.draw, 'test', a)).toBe(false);
    await releaseLease(club.draw, 'test', b);
    expect(await holdLease(club.draw, 'test', a)).toBe(true);
  });

  test('goes to one of many who ask at once', async () => {
    const requested = await Promise.all(Array.from({ length: 12 }, () => holdLease(club.draw, 'crowd', newId())));
    expect(requested.filter(Boolean)).toHaveLength(1);
  });
});

describe('draw loops', () => {
  const running: DrawLoop[] = [];
  afterEach(async () => {
    club.beacon.down = false;
    await Promise.all(running.splice(0).map((loop) => loop.stop()));
  });

  interface OpenLoop {
    /** What the loop did while it held the lease. */
    acts: string[];
    stop(): Promise<void>;
  }

  /** Runs a loop on its own connections, like another process. By default it accepts the jumps of the test's clock. */
  function open(name: string, beacon: Beacon = club.beacon, { doubtsLeaps = false } = {}): OpenLoop {
    const pool = openPool({ url: club.database.urls.draw, connectionsMax: 4, applicationName: name });
    const acts: string[] = [];
    const loop = startDrawLoop({
      ...drawDeps(club, { db: openDb(pool), beaconOf: () => beacon, onFault: () => {} }),
      catalogue() {
        acts.push('looked');
        return club.catalogue();
      },
      beacons: () => [],
      ...(!doubtsLeaps && { mistrusts: () => false }),
      origin: ORIGIN,
      witnesses: [],
    });
    let stopped = false;
    async function stop(): Promise<void> {
      if (stopped) return;
      stopped = true;
      await loop.stop();
      await pool.end();
    }
    running.push({ stop });
    return { acts, stop };
  }

  async function holder(): Promise<string | undefined> {
    const { rows } = await club.owner.query(
      `select holder from draw.lease where name = 'draw' and until_at > clock.now()`,
    );
    return rows[0]?.holder;
  }

  /** Resolves once the loop has asked for the lease. */
  function untilItRequested(name: string): Promise<void> {
    return until(`the question of ${name}`, async () => {
      const { rows } = await club.owner.query(
        `select 1 from pg_stat_activity
         where datname = current_database() and application_name = $1 and query like '%draw.lease%'`,
        [name],
      );
      return rows.length > 0;
    });
  }

  test('seal, draw and pay by themselves; one works, and the other takes over when it is gone', async () => {
    const period = periodIn(club, table);
    await club.at(period.locks * 1_000 - 1_000);
    const one = open('one');
    await until('a holder', async () => (await holder()) !== undefined);
    const first = await holder();
    const two = open('two');
    await untilItRequested('two');
    await club.at(period.locks * 1_000);
    await untilSealed(club, period);
    expect(one.acts.length).toBeGreaterThan(0);
    expect(two.acts).toEqual([]);
    expect(await holder()).toBe(first);

    await one.stop();
    await until('another holder', async () => ![first, undefined].includes(await holder()));
    await club.at(period.draws * 1_000);
    await untilPaid(club, period);
    expect(two.acts.length).toBeGreaterThan(0);
    expect(await outcomeOf(club, period)).toMatchObject({ dice: [diceOf(club, period)], entries: ['seal', 'draw'] });
  });

  test('are told to end amid a seal that waits: another takes over at once, before that is over', async () => {
    const one = open('one');
    await until('a holder', async () => (await holder()) !== undefined);
    const first = await holder();
    const period = periodIn(club, table);
    await club.place(await club.member(), table, [{ bet: 'big', stakeMinor: 100n }]);
    const blocker = await club.owner.connect();
    await blocker.query('begin');
    await blocker.query('select 1 from lottery.gate where bucket = 7 and lottery_id = $1 for update', [
      table.lotteryId,
    ]);
    await club.at(period.locks * 1_000);
    await until('the wait for a gate', async () =>
      (await waitersNow(club.owner)).some(({ application }) => application === 'one'),
    );
    // The clock jumped past the lease. It stands still from here on, so the renewed lease does not expire either.
    await until('a lease renewed', async () => (await holder()) === first);
    let hasEnded = false;
    const ending = one.stop().then(() => {
      hasEnded = true;
    });
    open('two');
    await until('another holder', async () => ![first, undefined].includes(await holder()));
    expect(hasEnded).toBe(false);
    await blocker.query('rollback');
    blocker.release();
    await ending;
    await untilSealed(club, period);
    await club.at(period.draws * 1_000);
    await untilPaid(club, period);
    expect(await outcomeOf(club, period)).toMatchObject({ dice: [diceOf(club, period)], entries: ['seal', 'draw'] });
  });

  test('take over from one that was killed, once its lease has run out', async () => {
    const killed = newId();
    expect(await holdLease(club.draw, 'draw', killed)).toBe(true);
    const heir = open('heir');
    await untilItRequested('heir');
    expect(heir.acts).toEqual([]);
    const period = periodIn(club, table);
    await club.at(period.locks * 1_000);
    await untilSealed(club, period);
    expect(await holder()).not.toBe(killed);
  });

  test('make nothing void of an hour to come, when the database’s clock is an hour ahead for a moment', async () => {
    const loop = open('doubts', club.beacon, { doubtsLeaps: true });
    const turns = (count: number) => {
      const from = loop.acts.length;
      return until('some turns', async () => loop.acts.length >= from + count);
    };
    await turns(2);
    const before = club.clock.nowMs();
    const period = periodIn(club, table);
    await club.place(await club.member(), table, [{ bet: 'big', stakeMinor: 100n }]);
    const voids = async () => (await club.owner.query('select count(*)::integer as n from draw.void')).rows[0].n;
    const voidsBefore = await voids();
    await club.clock.set(before + 3_600_000);
    await turns(6);
    await club.clock.set(before);
    expect(await voids()).toBe(voidsBefore);
    // Bets are still accepted, and the period is sealed in time.
    const slip = await club.place(await club.member(), table, [{ bet: 'odd', stakeMinor: 100n }]);
    expect(slip.verdict.code).toBe('accepted');
    for (let ms = before; ms < period.locks * 1_000; ms += 4_000) {
      await club.at(Math.min(ms + 4_000, period.locks * 1_000));
      await turns(2);
    }
    await untilSealed(club, period);
  });

  test('seal in time while a beacon hangs', async () => {
    const request = Promise.withResolvers<void>();
    const hanging = {
      ...club.beacon,
      roundSignature(_round: number, signal?: AbortSignal) {
        request.resolve();
        return new Promise<never>((_, reject) => {
          signal?.addEventListener('abort', () => reject(new Error('aborted')));
        });
      },
    };
    open('waits', hanging);
    const period = periodIn(club, table);
    await club.at(period.locks * 1_000);
    await untilSealed(club, period);
    await club.at(period.draws * 1_000);
    await request.promise;
    const next = periodIn(club, table);
    await club.at(next.locks * 1_000);
    await untilSealed(club, next);
    expect(await outcomeOf(club, period)).toMatchObject({ dice: [], entries: ['seal'] });
  });
});
