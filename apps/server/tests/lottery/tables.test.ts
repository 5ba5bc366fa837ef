import { BETS, fairMultiplier, isNumberBet, rtpOf, type Stake, SUM_BETS, type SumBet, waysOf } from '@tercet/fair';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { LIMITS, LOTTERIES, RETURN } from '../../../../dev/play-house/house-plan.ts';
import { openLottery } from '../../../../dev/play-house/play-house.ts';
import { noteTreeHead } from '../../src/book/book.ts';
import { publishTable } from '../../src/draw/tables/publish-table.ts';
import { closeUnreadable } from '../../src/draw/tables/stop-table.ts';
import { TableRefused } from '../../src/draw/tables/table-faults.ts';
import { loadCatalogue } from '../../src/lottery/catalogue.ts';
import { loadTables } from '../../src/lottery/tables.ts';
import { type Club, openClub } from '../kit/club.ts';
import { openTransaction, untilWaiting } from '../kit/locks.ts';
import { addLottery, ORIGIN, type TablePlan, tableEntryOf } from '../kit/lotteries.ts';

const KEY = 'dice-60';
const BIG: Stake[] = [{ bet: 'big', stakeMinor: 100n }];

let club: Club;
beforeAll(async () => {
  club = await openClub();
  await addLottery(club.db, { key: KEY, periodSeconds: 60 });
});
afterAll(() => club.close());

const entryOf = (plan: Partial<TablePlan> = {}) =>
  tableEntryOf({ key: KEY, periodSeconds: 60, ...plan }, club.beacon, club.receiptKey.publicKey);

type Entry = ReturnType<typeof entryOf>;

async function refused(entry: Entry, words: RegExp): Promise<void> {
  const size = () => club.pool.query('select size from book.head').then((answer) => answer.rows[0].size);
  const before = await size();
  const publishing = publishTable(club.db, entry);
  await expect(publishing).rejects.toThrow(TableRefused);
  await expect(publishing).rejects.toThrow(words);
  expect(await size()).toBe(before);
}

/** The smallest multiplier with an RTP of at least `hundredths` of a per cent. */
function multiplierFor(bet: SumBet, hundredths: bigint): number {
  const ways = BigInt(waysOf(bet));
  return Number((hundredths * 216n + ways - 1n) / ways);
}

describe('the return to player', () => {
  test.each(SUM_BETS)('of %s stays between 92 and 98 per cent, ends included', async (bet) => {
    const low = multiplierFor(bet, 9_200n);
    const high = Math.floor((9_800 * 216) / waysOf(bet));
    const stakeMin = 10_000n;
    const of = (multiplier: number) => entryOf({ stakeMin, multipliers: { [bet]: multiplier } });
    await refused(of(low - 1), /leaves the band/);
    await refused(of(high + 1), /leaves the band/);
    for (const multiplier of [low, high]) {
      await publishTable(club.db, of(multiplier));
      await club.clock.forward(60_000);
    }
  });

  test('holds at the smallest stake too, where rounding down bites', async () => {
    // 1.92 pays 1 on a stake of 1, and 23 on 12: 50 % and 95.8 %.
    await refused(entryOf({ stakeMin: 1n }), /small: the RTP at a stake of 1 leaves/);
    await refused(entryOf({ stakeMin: 6n }), /the RTP at a stake of 6 leaves/);
    // 1.9799 also pays 23 on 12, but 98.995 % on a stake without rounding.
    await refused(entryOf({ stakeMin: 12n, multipliers: { small: 19_799 } }), /the RTP at a stake of 10000 leaves/);
    await publishTable(club.db, entryOf({ stakeMin: 12n }));
    await club.clock.forward(60_000);
  });

  test('holds at stakes above the smallest as well: one that divides evenly hides none that does not', async () => {
    // 1.9 pays 19 on 10, which is 95 %, and 20 on 11, which is 90.9 %.
    await refused(entryOf({ stakeMin: 10n, multipliers: { small: 19_000 } }), /small: the RTP at a stake of 11 leaves/);
  });

  test('counts for every bet: none may be missing', async () => {
    const { s3: _, ...others } = entryOf().multipliers;
    await refused({ ...entryOf(), multipliers: others }, /s3/);
  });
});

describe('a table that makes no sense is refused', () => {
  test.each<[string, Partial<Entry>, RegExp]>([
    ['a win that pays no more than the stake', { multipliers: { ...entryOfSeed(), small: '10000' } }, /more than/],
    ['a win that overflows', { stake_max: String(2n ** 53n - 1n), slip_max: String(2n ** 53n - 1n) }, /too large/],
    ['a stake of nothing', { stake_min: '0' }, /from 1 up/],
    ['a smallest stake above the largest', { stake_min: '100001' }, /not above the largest/],
    ['a slip that cannot hold the largest stake', { slip_max: '99999' }, /holds the largest/],
    ['a bad key', { key: 'Dice 60' }, /key/],
    ['another period length', { period_seconds: '30' }, /keeps its period length/],
    ['a period that is no part of a day', { period_seconds: '61' }, /whole part of a day/],
    ['a period that is no multiple of the beacon’s', { beacon_period: '7' }, /multiple of the beacon/],
  ])('%s', async (_, change, words) => {
    await refused({ ...entryOf(), ...change }, words);
  });

  test('two for the same period', async () => {
    await publishTable(club.db, entryOf());
    await refused(entryOf({ stakeMin: 50n }), /has a new table already/);
    await club.clock.forward(60_000);
    const both = await Promise.allSettled([publishTable(club.db, entryOf()), publishTable(club.db, entryOf())]);
    expect(both.map((one) => one.status).sort()).toEqual(['fulfilled', 'rejected']);
    expect(both.find((one) => one.status === 'rejected')?.reason).toBeInstanceOf(TableRefused);
    await club.clock.forward(60_000);
  });
});

function entryOfSeed(): Record<string, string> {
  return Object.fromEntries(SUM_BETS.map((bet) => [bet, String(fairMultiplier(bet, 96, 100))]));
}

describe('a table applies', () => {
  async function checkpointOf(seq: bigint): Promise<number> {
    const { rows } = await club.pool.query('select at from book.tree_head where size > $1 order by size limit 1', [
      seq,
    ]);
    return rows[0].at.getTime();
  }

  test.each([0, 55_999, 57_000, 59_999])('from a period after its checkpoint, published %i ms into one', async (ms) => {
    const start = (Math.floor(club.clock.nowMs() / 60_000) + 1) * 60_000;
    await club.clock.set(start + ms);
    const table = await publishTable(club.db, entryOf());
    expect(await checkpointOf(table.entrySeq)).toBeLessThan(table.firstPeriod * 60_000);
    expect(table.firstPeriod * 60_000 - club.clock.nowMs()).toBeGreaterThanOrEqual(3_000);
    await club.clock.set(table.firstPeriod * 60_000);
  });

  test('with the old one until then, and none of them changes', async () => {
    const old = await club.openTable({ key: KEY, periodSeconds: 60, stakeMin: 100n });
    const member = await club.member();
    await publishTable(club.db, entryOf({ stakeMin: 500n }));
    const catalogue = await loadCatalogue(club.db);
    const deps = { ...club.slips, catalogue: () => catalogue };
    expect((await club.place(member, old, BIG, { deps })).verdict.code).toBe('accepted');
    await club.at(old.schedule().locks * 1_000);
    await expect(club.place(member, old, BIG, { deps })).rejects.toMatchObject({ code: 'table-changed' });
    const { tables } = await loadTables(club.db);
    expect(tables.find((table) => table.id === old.table.id)).toEqual(old.table);
  });

  test('never to a period that began while it waited for the book', async () => {
    const before = club.clock.nowMs();
    const holder = await openTransaction(club.owner);
    try {
      await holder.client.query('update book.head set size = size');
      const publishing = publishTable(club.db, entryOf());
      await untilWaiting(club.owner, holder.pid);
      await club.clock.set(before + 180_000);
      await holder.rollback();
      const table = await publishing;
      expect(table.firstPeriod * 60_000).toBeGreaterThan(before + 180_000);
    } finally {
      await holder.rollback();
    }
    await club.clock.forward(60_000);
  });

  test('to no bet where the book showed it too late; the next one does again', async () => {
    const member = await club.member();
    const old = await club.openTable({ key: KEY, periodSeconds: 60 });
    // Stop between the commit of the table and its checkpoint.
    await club.owner.query('alter table book.tree_head add constraint stopped check (false) not valid');
    await expect(publishTable(club.db, entryOf({ stakeMin: 50n }))).rejects.toThrow('stopped');
    await club.owner.query('alter table book.tree_head drop constraint stopped');
    const catalogue = await loadCatalogue(club.db);
    const late = catalogue.byKey.get(KEY)!.tables.at(-1)!;
    const deps = { ...club.slips, catalogue: () => catalogue };
    const bet = () => club.place(member, { ...old, table: late }, BIG, { deps });

    await club.at(late.firstPeriod * 60_000);
    await expect(bet()).rejects.toMatchObject({ code: 'table-closed' });
    await noteTreeHead(club.draw);
    await expect(bet()).rejects.toMatchObject({ code: 'table-closed' });
    await expect(club.place(member, old, BIG)).rejects.toMatchObject({ code: 'table-changed' });

    const next = await club.openTable({ key: KEY, periodSeconds: 60 });
    expect((await club.place(member, next, BIG)).verdict.code).toBe('accepted');
  });
});

describe('the house that is seeded', () => {
  test('pays fair odds times 0.96 on every bet of every lottery, within its limits', async () => {
    for (const plan of LOTTERIES)
      await openLottery(
        club.db,
        { ...plan, id: plan.id + 50, key: `seed-${plan.key}` },
        club.beacon,
        club.receiptKey,
        ORIGIN,
      );
    const { lotteries } = await loadCatalogue(club.db);
    const seeded = lotteries.filter((lottery) => lottery.key.startsWith('seed-'));
    expect(seeded).toHaveLength(LOTTERIES.length);
    expect(RETURN).toEqual({ num: 96, den: 100 });
    for (const { tables } of seeded) {
      const table = tables[0]!;
      expect(table).toMatchObject(LIMITS);
      expect(table.layout).toEqual(table.entry.key.startsWith('seed-sicbo') ? BETS : SUM_BETS);
      for (const [index, bet] of table.layout.entries()) {
        const isNumber = isNumberBet(bet);
        if (!isNumber) expect(table.multipliers[index]).toBe(Number((216n * 96n * 100n) / BigInt(waysOf(bet))));
        const { num, den } = rtpOf(bet, table.entryMultipliers[bet] ?? 0);
        // Numbers pay 2, 3 and 12 times the stake: 95.83 %.
        if (isNumber) expect([num, den]).toEqual([23n, 24n]);
        expect(num * 100n).toBeLessThanOrEqual(96n * den);
        expect(num * 10_000n).toBeGreaterThan((isNumber ? 9_583n : 9_595n) * den);
      }
    }
  });
});

test('a table that cannot be read keeps nobody from starting: it is left out, and its lottery closed', async () => {
  const { rows } = await club.owner.query('select entry_seq, lottery_id from lottery.odds_table order by id limit 1');
  const [{ entry_seq: seq, lottery_id: lotteryId }] = rows;
  const { rows: stored } = await club.owner.query('select body from book.entry where seq = $1', [seq]);
  const before = (await loadTables(club.db)).tables.length;
  await club.owner.query(`update book.entry set body = ' ' || body where seq = $1`, [seq]);
  const catalogue = await loadCatalogue(club.db);
  expect((await loadTables(club.db)).tables).toHaveLength(before - 1);
  expect(catalogue.unreadable).toEqual([lotteryId]);
  expect(await closeUnreadable(club.jobs, catalogue)).toEqual([KEY]);
  expect(await closeUnreadable(club.jobs, catalogue)).toEqual([]);
  const { rows: last } = await club.owner.query('select open, reason from lottery.switch order by at desc limit 1');
  expect(last).toEqual([{ open: false, reason: 'table-unreadable' }]);
  await club.owner.query('update book.entry set body = $2 where seq = $1', [seq, stored[0].body]);
  expect((await loadCatalogue(club.db)).unreadable).toEqual([]);
});
