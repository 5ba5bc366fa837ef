import { emptyRoot, toHex } from '@tercet/fair';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { noteTreeHead } from '../../src/book/book.ts';
import { readDraw } from '../../src/draw/evidence/draw-records.ts';
import { closeGates } from '../../src/draw/seal/gates.ts';
import type { Identity } from '../../src/identity.ts';
import { type Club, type OpenTable, openClub } from '../kit/club.ts';
import { openTransaction, untilWaiting } from '../kit/locks.ts';
import { advance, creditsOf, diceOf, expectBooksBalance, lotteryOf, mortalDb, outcomeOf, periodIn } from './drawing.ts';

let club: Club;
let table: OpenTable;
let member: Identity;
beforeAll(async () => {
  club = await openClub();
  table = await club.openTable({ key: 'dice-30', periodSeconds: 30 });
  member = await club.member();
});
beforeEach(() => advance(club, table));
afterAll(() => club.close());

async function available(): Promise<bigint> {
  const { rows } = await club.pool.query('select available from ledger.balance where member_id = $1', [
    member.memberId,
  ]);
  return rows[0].available;
}

describe('too late with the seal', () => {
  test('the draw is void, every stake comes back as a refund, and no dice are ever drawn', async () => {
    const period = periodIn(club, table);
    const before = await available();
    const slips = [
      await club.place(member, table, [{ bet: 'big', stakeMinor: 12_345n }]),
      await club.place(member, table, [
        { bet: 'odd', stakeMinor: 100n },
        { bet: 's7', stakeMinor: 7_777n },
      ]),
    ];
    expect(await available()).toBe(before - 20_222n);
    await club.at(period.sealByMs + 1);
    await advance(club, table);
    for (const slip of slips) expect(await creditsOf(club, slip)).toEqual([['refund', slip.prepared.total]]);
    expect(await available()).toBe(before);
    await club.at(period.draws * 1_000 + 60_000);
    await advance(club, table);
    expect(await outcomeOf(club, period)).toEqual({ dice: [], entries: ['void'], steps: ['refund'], tasks: 0 });
    const evidence = await readDraw(club.db, lotteryOf(club, table), period.period);
    expect(evidence?.record).toMatchObject({ state: 'void', dice: null, root: null });
    expect(await available()).toBe(before);
  });

  /** A seal in the book without its checkpoint. */
  async function sealWithoutCheckpoint(): Promise<void> {
    await club.at(periodIn(club, table).locks * 1_000);
    for (let commit = 0; ; commit++) {
      const mortal = mortalDb(club.database.urls.draw, commit);
      await advance(club, table, { db: mortal.db }).catch(() => {});
      await mortal.close();
      const { rows } = await club.pool.query(`select count(*) as seals from book.entry e where e.type = 'seal'
        and e.seq >= (select max(size) from book.tree_head)`);
      if (rows[0].seals === 1n) return;
    }
  }

  test('a seal counts if its checkpoint came at the last millisecond', async () => {
    const period = periodIn(club, table);
    const slip = await club.place(member, table, [{ bet: 'small', stakeMinor: 500n }]);
    await sealWithoutCheckpoint();
    await club.at(period.sealByMs);
    await noteTreeHead(club.draw);
    await club.at(period.draws * 1_000);
    await advance(club, table);
    expect((await outcomeOf(club, period)).dice).toEqual([diceOf(club, period)]);
    expect((await creditsOf(club, slip)).map(([kind]) => kind)).not.toContain('refund');
  });

  test('and does not count one millisecond later, however long it stood in the book', async () => {
    const period = periodIn(club, table);
    const slip = await club.place(member, table, [{ bet: 'small', stakeMinor: 500n }]);
    await sealWithoutCheckpoint();
    await club.at(period.sealByMs + 1);
    await noteTreeHead(club.draw);
    await advance(club, table);
    await club.at(period.draws * 1_000);
    await advance(club, table);
    const expected = { dice: [], entries: ['seal', 'void'], steps: ['refund'], tasks: 0 };
    expect(await outcomeOf(club, period)).toEqual(expected);
    expect(await creditsOf(club, slip)).toEqual([['refund', 500n]]);
  });

  test('a slip that was accepted in time but is not written yet is waited for, and refunded', async () => {
    const period = periodIn(club, table);
    const holder = await openTransaction(club.owner);
    await holder.client.query('select 1 from ledger.balance where bucket = $1 and member_id = $2 for update', [
      member.bucket,
      member.memberId,
    ]);
    const placing = club.place(member, table, [{ bet: 'even', stakeMinor: 900n }]);
    const [slipPid] = await untilWaiting(club.owner, holder.pid);
    await club.clock.set(period.draws * 1_000);
    const advancing = advance(club, table);
    await untilWaiting(club.owner, slipPid ?? 0);
    await holder.rollback();
    const slip = await placing;
    await advancing;
    expect(slip.verdict.code).toBe('accepted');
    expect(await creditsOf(club, slip)).toEqual([['refund', 900n]]);
    expect((await outcomeOf(club, period)).tasks).toBe(0);
  });
});

test('an empty period is sealed with the root of nothing, and drawn', async () => {
  const period = periodIn(club, table);
  await club.at(period.locks * 1_000);
  await advance(club, table);
  await club.at(period.draws * 1_000);
  await advance(club, table);
  const evidence = await readDraw(club.db, lotteryOf(club, table), period.period);
  expect(evidence?.record).toMatchObject({ root: toHex(emptyRoot()), slipCount: 0, state: 'settled' });
  expect(evidence?.record.dice).toEqual(diceOf(club, period));
});

test('nothing is sealed before its lock', async () => {
  const period = periodIn(club, table);
  await club.at(period.locks * 1_000 - 1);
  await advance(club, table);
  expect((await outcomeOf(club, period)).entries).toEqual([]);
  await expect(closeGates(club.draw, period)).rejects.toThrow('not locked yet');
});

test('a long stop makes thousands of periods void in bites, and the next one is sealed in time', async () => {
  const first = periodIn(club, table);
  const slip = await club.place(member, table, [{ bet: 'big', stakeMinor: 4_000n }]);
  const { rows: before } = await club.pool.query('select count(*) as n from book.tree_head');
  await club.at((first.locks + 30 * 3_000) * 1_000);
  const next = periodIn(club, table);
  await advance(club, table);
  const { rows } = await club.pool.query(
    `select count(*) as voids, count(distinct v.period) as periods, min(v.period) as first, max(v.period) as last,
      (select count(*) from draw.settlement_step p where p.step = 'refund' and p.state = 'done' and p.period >= $1) as refunds,
      (select count(*) from draw.settlement_queue) as tasks,
      (select count(*) from book.entry e where e.type = 'void' and e.seq >= (select min(entry_seq) from draw.void
        where period >= $1)) as entries,
      (select count(*) from book.tree_head) as checkpoints
     from draw.void v where v.period >= $1`,
    [first.period],
  );
  // The last of these periods locks right now: it is sealed, not void.
  expect(rows[0]).toMatchObject({ voids: 3_000n, periods: 3_000n, refunds: 3_000n, entries: 3_000n, tasks: 1n });
  expect(rows[0].first).toBe(BigInt(first.period));
  expect(rows[0].last).toBe(BigInt(next.period - 2));
  expect(rows[0].checkpoints - before[0].n).toBe(7n);
  expect(await creditsOf(club, slip)).toEqual([['refund', 4_000n]]);
  expect(await outcomeOf(club, periodIn(club, table, next.period - 1))).toMatchObject({ entries: ['seal'] });
});

test('and money went nowhere', () => expectBooksBalance(club));
