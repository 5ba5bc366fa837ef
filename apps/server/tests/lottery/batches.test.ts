import { randomUUID } from 'node:crypto';
import type { Stake } from '@tercet/fair';
import pg from 'pg';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { sqlState } from '../../src/db/transaction.ts';
import type { Identity } from '../../src/identity.ts';
import { reconcile } from '../../src/ledger/reconcile.ts';
import type { PlaceSlipDeps } from '../../src/lottery/place-slip.ts';
import { type Club, type OpenTable, openClub } from '../kit/club.ts';
import { openTransaction, untilWaiting } from '../kit/locks.ts';
import { balanceOf } from '../kit/money.ts';

const big = (stakeMinor: bigint): Stake[] => [{ bet: 'big', stakeMinor }];

let club: Club;
let table: OpenTable;
/** One lane and one connection, so that concurrent slips form one batch. Its lock timeout is short. */
let slips: PlaceSlipDeps;
let pool: pg.Pool;
let calls = 0;
beforeAll(async () => {
  club = await openClub();
  table = await club.openTable({ key: 'dice-60', periodSeconds: 60 });
  pool = new pg.Pool({
    connectionString: club.database.urls.api,
    max: 1,
    options: '-c lock_timeout=50 -c statement_timeout=5000',
  });
  pool.on('error', () => {});
  const counting = {
    query(...query: unknown[]) {
      calls += 1;
      return (pool.query as (...of: unknown[]) => unknown).apply(pool, query);
    },
  };
  slips = club.slipsOf(counting as unknown as pg.Pool, { lanes: 1 });
});
beforeEach(async () => {
  await club.at(table.schedule().locks * 1_000);
  calls = 0;
});
afterAll(async () => {
  expect(await reconcile(club.jobs)).toEqual([]);
  await pool.end();
  await club.close();
});

const place = (member: Identity, selections: Stake[], key: string = randomUUID()) =>
  club.place(member, table, selections, { deps: slips, key });

/** The verdict, such as `accepted`, or the error code of each slip. */
async function outcomesOf(placed: Promise<{ verdict: { code: string } }>[]): Promise<string[]> {
  const settled = await Promise.allSettled(placed);
  return settled.map((one) => (one.status === 'fulfilled' ? one.value.verdict.code : one.reason.code));
}

async function slipCount(member: Identity): Promise<number> {
  const { rows } = await club.pool.query(
    `select count(*)::int as n from lottery.slip s join lottery.slip_key k on k.bucket = s.bucket and k.member_id = s.member_id and k.slip_id = s.id
     join ledger.transfer t on t.bucket = s.bucket and t.member_id = s.member_id and t.ref = s.id where s.member_id = $1`,
    [member.memberId],
  );
  return rows[0].n;
}

describe('slips that arrive together', () => {
  test('share one call, and each is judged alone', async () => {
    const rich = await club.members(6, { credits: 1_000n, bucket: 41 });
    const [poor, guest] = await club.members(2, { credits: 99n, bucket: 41 });
    await club.owner.query('update members.session set ended_at = now() where member_id = $1', [guest!.memberId]);
    const outcomes = await outcomesOf([
      ...rich.slice(0, 3).map((member) => place(member, big(100n))),
      place(poor!, big(100n)),
      place(guest!, big(100n)),
      ...rich.slice(3).map((member) => place(member, big(100n))),
    ]);
    const yes = 'accepted';
    expect(outcomes).toEqual([yes, yes, yes, 'balance-too-small', 'signed-out', yes, yes, yes]);
    expect(calls).toBe(1);
    for (const member of rich) expect(await slipCount(member)).toBe(1);
    for (const member of [poor!, guest!]) expect(await slipCount(member)).toBe(0);
  });

  test('and are new, repeated, and reused, each get their own answer', async () => {
    const members = await club.members(5, { credits: 1_000n, bucket: 41 });
    const keys = members.map(() => randomUUID());
    await Promise.all(members.slice(0, 3).map((member, index) => place(member, big(100n), keys[index]!)));
    calls = 0;
    const outcomes = await outcomesOf([
      place(members[0]!, big(100n), keys[0]!),
      place(members[1]!, big(200n), keys[1]!),
      place(members[2]!, big(100n)),
      place(members[3]!, big(100n), keys[3]!),
      place(members[4]!, big(1_100n), keys[4]!),
    ]);
    expect(outcomes).toEqual(['replayed', 'key-reused', 'accepted', 'accepted', 'balance-too-small']);
    expect(calls).toBe(1);
    const counts = await Promise.all(members.map(slipCount));
    expect(counts).toEqual([1, 1, 2, 1, 0]);
  });

  test('of one member are judged in turn, each on what the one before left', async () => {
    const member = await club.member({ credits: 250n });
    const outcomes = await outcomesOf([
      place(member, big(150n)),
      place(member, big(101n)),
      place(member, big(100n)),
      place(member, big(100n)),
    ]);
    expect(outcomes).toEqual(['accepted', 'balance-too-small', 'accepted', 'balance-too-small']);
    expect(await balanceOf(club.db, member)).toMatchObject({ available: 0n, play: 250n });
  });

  test('of different lotteries and periods do not mix', async () => {
    const member = await club.member({ credits: 1_000n });
    const others = await club.members(3, { credits: 1_000n });
    const quick = await club.openTable({ key: 'dice-30', periodSeconds: 30 });
    const { period } = table.schedule();
    const placed = await Promise.allSettled([
      place(others[0]!, big(100n)),
      club.place(member, quick, big(100n), { deps: slips }),
      club.place(others[1]!, table, big(100n), { deps: slips, period: period - 1 }),
      place(others[2]!, big(100n)),
    ]);
    expect(placed.map((one) => one.status)).toEqual(['fulfilled', 'fulfilled', 'rejected', 'fulfilled']);
    const { rows } = await club.pool.query(
      `select l.key, s.period from lottery.slip s join lottery.lottery l on l.id = s.lottery_id where s.member_id = any ($1)`,
      [[member, ...others].map((one) => one.memberId)],
    );
    expect(rows.map((row) => `${row.key}/${row.period}`).sort()).toEqual(
      [quick.schedule().drawId, table.schedule().drawId, table.schedule().drawId].sort(),
    );
  });
});

test('100 parallel slips of one member, at the edge of their balance, take it to zero and no further', async () => {
  const member = await club.member({ credits: 3_050n });
  const deps = [slips, club.slips, club.slipsOf(club.pool, { lanes: 2, batchMax: 1 })];
  const outcomes = await outcomesOf(
    Array.from({ length: 100 }, (_, index) => club.place(member, table, big(100n), { deps: deps[index % 3]! })),
  );
  expect(outcomes.filter((code) => code === 'accepted')).toHaveLength(30);
  expect(outcomes.filter((code) => code === 'balance-too-small')).toHaveLength(70);
  expect(await balanceOf(club.db, member)).toMatchObject({ available: 50n, play: 3_000n, version: 31n });
  expect(await slipCount(member)).toBe(30);
});

describe('one slip that breaks the call', () => {
  /** A constraint that fails late, after slip and key were inserted. */
  beforeAll(() => club.owner.query('alter table ledger.transfer add constraint no_777 check (amount <> 777)'));
  afterAll(() => club.owner.query('alter table ledger.transfer drop constraint no_777'));

  test('does not fail the others, and leaves nothing of itself', async () => {
    const members = await club.members(5, { credits: 1_000n });
    const stakes = [100n, 100n, 777n, 100n, 100n];
    const keys = members.map(() => randomUUID());
    const outcomes = await outcomesOf(members.map((member, index) => place(member, big(stakes[index]!), keys[index]!)));
    expect(outcomes).toEqual(['accepted', 'accepted', '23514', 'accepted', 'accepted']);
    const counts = await Promise.all(members.map(slipCount));
    expect(counts).toEqual([1, 1, 0, 1, 1]);
    expect(await balanceOf(club.db, members[2]!)).toMatchObject({ available: 1_000n, version: 1n });
    const { rows } = await club.pool.query('select 1 from lottery.slip_key where key = $1', [keys[2]]);
    expect(rows).toEqual([]);
  });
});

test('a member twice in one call is refused by the database: each slip is then judged alone', async () => {
  const [one, two] = await club.members(2, { credits: 1_000n, bucket: 40 });
  const states: (string | null)[] = [];
  /**
   * Swaps member ids in a batch, like a caller without the ownership rule: the second slip is in the first member's
   * name.
   */
  const forgetful = {
    async query(query: { values: unknown[] }) {
      const sent = query.values.filter((value): value is Buffer => value instanceof Buffer);
      const both = [one!, two!].every((who) => sent.some((value) => value.includes(who.tokenHash)));
      if (both) {
        for (const value of sent) {
          overwrite(value, two!.tokenHash, one!.tokenHash);
          overwrite(value, idBytesOf(two!), idBytesOf(one!));
        }
      }
      return pool.query(query as pg.QueryConfig).catch((error: unknown) => {
        states.push(sqlState(error));
        throw error;
      });
    },
  };
  const deps = club.slipsOf(forgetful as unknown as pg.Pool, { lanes: 1 });
  const outcomes = await outcomesOf([one!, two!].map((member) => club.place(member, table, big(100n), { deps })));
  expect(states).toEqual(['21000']);
  expect(outcomes).toEqual(['accepted', 'accepted']);
  expect([await slipCount(one!), await slipCount(two!)]).toEqual([1, 1]);
});

test('a member without a balance row fails alone: nobody is judged by another one’s balance', async () => {
  const [one, two, three] = await club.members(3, { credits: 1_000n, bucket: 41 });
  await club.owner.query('delete from ledger.transfer where member_id = $1', [two!.memberId]);
  await club.owner.query('delete from ledger.balance where member_id = $1', [two!.memberId]);
  const deps = club.slipsOf(pool, { lanes: 1 });
  const placed = [one!, two!, three!].map((member) => club.place(member, table, big(100n), { deps }));
  const outcomes = await Promise.allSettled(placed);
  expect(outcomes.map(({ status }) => status)).toEqual(['fulfilled', 'rejected', 'fulfilled']);
  expect([await slipCount(one!), await slipCount(two!), await slipCount(three!)]).toEqual([1, 0, 1]);
});

const idBytesOf = (member: Identity) => Buffer.from(member.memberId.replaceAll('-', ''), 'hex');

/** Replaces `bytes` by `by`, if found. */
function overwrite(within: Buffer, bytes: Buffer, by: Buffer): void {
  const at = within.indexOf(bytes);
  if (at >= 0) by.copy(within, at);
}

describe('a wait for a lock', () => {
  async function lockBalance(member: Identity) {
    const holder = await openTransaction(club.owner);
    await holder.client.query('select 1 from ledger.balance where bucket = $1 and member_id = $2 for update', [
      member.bucket,
      member.memberId,
    ]);
    return holder;
  }

  test('that runs out is tried again, and the slip is placed once', async () => {
    const member = await club.member({ credits: 1_000n });
    const holder = await lockBalance(member);
    try {
      const placing = place(member, big(100n));
      const [first] = await untilWaiting(club.owner, holder.pid);
      expect(first).toBeGreaterThan(0);
      // The second call starts after the first has reached its lock timeout.
      while (calls < 2) await untilWaiting(club.owner, holder.pid);
      await holder.commit();
      expect((await placing).verdict.code).toBe('accepted');
    } finally {
      await holder.rollback();
    }
    expect(await slipCount(member)).toBe(1);
  });

  test('that never ends fails that slip alone', async () => {
    const [stuck, free] = await club.members(2, { credits: 1_000n });
    const holder = await lockBalance(stuck!);
    try {
      expect(await outcomesOf([place(stuck!, big(100n)), place(free!, big(100n))])).toEqual(['55P03', 'accepted']);
    } finally {
      await holder.rollback();
    }
    expect(await slipCount(stuck!)).toBe(0);
    expect(await slipCount(free!)).toBe(1);
    expect((await place(stuck!, big(100n))).verdict.code).toBe('accepted');
  });
});

describe('a call that was cut off', () => {
  test.each([
    ['by the statement time-out', 'pg_cancel_backend'],
    ['by a lost connection', 'pg_terminate_backend'],
  ])('%s places each of its slips once after all', async (_, cut) => {
    const [blocked, other] = await club.members(2, { credits: 1_000n, bucket: 42 });
    const holder = await openTransaction(club.owner);
    try {
      await holder.client.query('select 1 from ledger.balance where bucket = $1 and member_id = $2 for update', [
        blocked!.bucket,
        blocked!.memberId,
      ]);
      const patient = new pg.Pool({ connectionString: club.database.urls.api, max: 1 });
      patient.on('error', () => {});
      const deps = club.slipsOf(patient, { lanes: 1 });
      const placing = outcomesOf([blocked!, other!].map((one) => club.place(one, table, big(100n), { deps })));
      const [waiting] = await untilWaiting(club.owner, holder.pid);
      await club.owner.query(`select ${cut}($1::integer)`, [waiting]);
      await holder.commit();
      expect(await placing).toEqual(['accepted', 'accepted']);
      await patient.end();
    } finally {
      await holder.rollback();
    }
    expect([await slipCount(blocked!), await slipCount(other!)]).toEqual([1, 1]);
  });

  test('after its commit answers with the slip that stands', async () => {
    const [one, two] = await club.members(2, { credits: 1_000n, bucket: 42 });
    let lost = true;
    const loses = {
      async query(...query: unknown[]) {
        const answer = await (pool.query as (...of: unknown[]) => Promise<unknown>).apply(pool, query);
        if (!lost) return answer;
        lost = false;
        throw new Error('Connection terminated unexpectedly');
      },
    };
    const deps = club.slipsOf(loses as unknown as pg.Pool, { lanes: 1 });
    const outcomes = await outcomesOf([one!, two!].map((member) => club.place(member, table, big(100n), { deps })));
    expect(outcomes).toEqual(['replayed', 'replayed']);
    expect([await slipCount(one!), await slipCount(two!)]).toEqual([1, 1]);
  });
});

test('on connections that a pooler lends, nothing is prepared under a name', async () => {
  const fresh = new pg.Pool({ connectionString: club.database.urls.api, max: 1 });
  const names = async () => (await fresh.query('select name from pg_prepared_statements')).rows;
  const member = await club.member();
  const bet = (isLent: boolean) =>
    club.place(member, table, [{ bet: 'big', stakeMinor: 100n }], { deps: club.slipsOf(fresh, { lanes: 1, isLent }) });
  await bet(true);
  expect(await names()).toEqual([]);
  await bet(false);
  expect(await names()).toEqual([{ name: 'place-slips' }]);
  await fresh.end();
});
