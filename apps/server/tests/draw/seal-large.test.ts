import { randomInt } from 'node:crypto';
import { verifyInclusion } from '@tercet/fair';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { inclusionOf, leafHashPages } from '../../src/draw/evidence/sealed-leaves.ts';
import type { Period } from '../../src/draw/periods.ts';
import { closeGates } from '../../src/draw/seal/gates.ts';
import { sealPeriod } from '../../src/draw/seal/seal.ts';
import { Refusal } from '../../src/refusal.ts';
import { type Club, type OpenTable, openClub } from '../kit/club.ts';
import { openTransaction, untilWaiting } from '../kit/locks.ts';
import { periodIn } from './drawing.ts';
import { addSlips, type BulkSlip, plainRoot } from './slips-in-bulk.ts';

let club: Club;
let table: OpenTable;
let twin: OpenTable;
beforeAll(async () => {
  club = await openClub({ connectionsMax: 16 });
  table = await club.openTable({ key: 'dice-60', periodSeconds: 60 });
  twin = await club.openTable({ key: 'twin-60', periodSeconds: 60 });
});
beforeEach(() => club.at(table.schedule().locks * 1_000));
afterAll(() => club.close());

interface Sealed {
  root: string;
  count: number;
}

async function sealOf({ lottery, period }: Period): Promise<Sealed | undefined> {
  const { rows } = await club.pool.query(
    `select encode(root, 'hex') as root, slip_count::integer as count from draw.seal
     where lottery_id = $1 and period = $2`,
    [lottery.id, period],
  );
  return rows[0];
}

async function entriesOf(period: Period): Promise<{ root: string; count: string }[]> {
  const { rows } = await club.pool.query(`select body from book.entry where draw_id = $1`, [period.drawId]);
  return rows.map((row) => JSON.parse(row.body));
}

async function leavesOf(period: Period): Promise<{ leaves: Buffer; pieces: number }> {
  const pieces: Buffer[] = [];
  for await (const piece of leafHashPages(club.db, period)) pieces.push(piece);
  return { leaves: Buffer.concat(pieces), pieces: pieces.length };
}

/** A finished period with this number of slips in random order. */
async function filled(count: number): Promise<{ period: Period; slips: BulkSlip[] }> {
  const period = periodIn(club, table);
  const slips = await addSlips(club, period, count);
  await club.at(period.locks * 1_000);
  return { period, slips };
}

async function expectSealHolds(period: Period, slips: readonly BulkSlip[]): Promise<void> {
  const leaves = slips.map((slip) => slip.leaf);
  expect(await sealOf(period)).toEqual({ root: plainRoot(leaves), count: slips.length });
  expect((await leavesOf(period)).leaves.equals(Buffer.concat(leaves))).toBe(true);
}

async function expectIncluded(period: Period, slips: readonly BulkSlip[], index: number): Promise<void> {
  const { id, leaf } = slips[index] as BulkSlip;
  const inclusion = await inclusionOf(club.db, period, { slipId: id, leaf });
  const root = Buffer.from((await sealOf(period))?.root ?? '', 'hex');
  expect(inclusion).toMatchObject({ index, size: slips.length });
  expect([index, inclusion && verifyInclusion({ ...inclusion, leafHash: leaf, root })]).toEqual([index, true]);
}

/**
 * Leaf positions to check: all of the smallest tree with two pages; of larger trees the edges of pages and some
 * between.
 */
function placesOf(count: number): number[] {
  if (count === 1_025) return Array.from({ length: count }, (_, index) => index);
  const edges = [0, 1, 1_023, 1_024, 2_047, 2_048, count - 2, count - 1].filter((at) => at >= 0 && at < count);
  return [...edges, ...Array.from({ length: Math.min(count, 40) }, () => randomInt(count))];
}

describe('the root is that of all leaves in order of slip id, and each has its path', () => {
  test.each([0, 1, 2, 1_023, 1_024, 1_025, 2_049, 5_000, 1_026 + randomInt(6_000)])('%i slips', async (count) => {
    const { period, slips } = await filled(count);
    await sealPeriod(club.draw, period);
    await expectSealHolds(period, slips);
    expect(await entriesOf(period)).toMatchObject([
      { root: plainRoot(slips.map((slip) => slip.leaf)), count: `${count}` },
    ]);
    for (const index of placesOf(count)) await expectIncluded(period, slips, index);
  });

  test('more slips than are written or read at once', async () => {
    const { period, slips } = await filled(66_000);
    await sealPeriod(club.draw, period);
    await expectSealHolds(period, slips);
    expect((await leavesOf(period)).pieces).toBeGreaterThan(1);
    for (const index of [0, 32_767, 32_768, 65_535, 65_536, 65_999]) await expectIncluded(period, slips, index);
  });
});

test('slips of other periods and of other lotteries are in none of it', async () => {
  const before = periodIn(club, table, periodIn(club, table).period - 1);
  const other = periodIn(club, twin);
  const strangers = [...(await addSlips(club, before, 1_500)), ...(await addSlips(club, other, 1_500))];
  const { period, slips } = await filled(2_000);
  strangers.push(...(await addSlips(club, periodIn(club, table), 1_500)));
  await sealPeriod(club.draw, period);
  await expectSealHolds(period, slips);
  for (const { id, leaf } of strangers.slice(0, 40)) {
    expect(await inclusionOf(club.db, period, { slipId: id, leaf })).toBeNull();
  }
});

test('there is no path for a leaf that the seal does not hold: changed, added later, or before any seal', async () => {
  const { period, slips } = await filled(1_100);
  const [first, second] = slips as [BulkSlip, BulkSlip];
  expect(await inclusionOf(club.db, period, { slipId: first.id, leaf: first.leaf })).toBeNull();
  expect((await leavesOf(period)).leaves).toHaveLength(0);
  await sealPeriod(club.draw, period);
  const [late] = await addSlips(club, period, 1);
  const forged = [
    { slipId: first.id, leaf: Buffer.alloc(32) },
    { slipId: late?.id ?? '', leaf: late?.leaf ?? Buffer.alloc(0) },
    { slipId: `${'0'.repeat(32)}`, leaf: second.leaf },
  ];
  for (const slip of forged) expect(await inclusionOf(club.db, period, slip)).toBeNull();
  await sealPeriod(club.draw, period);
  await expectSealHolds(period, slips);
});

test('bets of the next period go on while a large one is sealed, and none is in its seal', async () => {
  const members = await club.members(8);
  const { period, slips } = await filled(20_000);
  const next = periodIn(club, table);
  expect(next.period).toBe(period.period + 1);
  let sealing = true;
  async function bets(index: number): Promise<string[]> {
    const ids: string[] = [];
    while (sealing) {
      const member = members[index] ?? members[0];
      if (!member) throw new Error('no member');
      const placed = await club.place(member, table, [{ bet: 'big', stakeMinor: 100n }], { period: next.period });
      ids.push(placed.prepared.slipId.replaceAll('-', ''));
    }
    return ids;
  }
  const crowd = Promise.all(members.map((_, index) => bets(index)));
  await sealPeriod(club.draw, period).finally(() => {
    sealing = false;
  });
  const placed = (await crowd).flat();
  await expectSealHolds(period, slips);
  expect(placed.length).toBeGreaterThan(members.length);
  await club.at(next.locks * 1_000);
  await sealPeriod(club.draw, next);
  expect((await sealOf(next))?.count).toBe(placed.length);
  const { rows } = await club.pool.query(
    `select replace(id::text, '-', '') as id, leaf from lottery.slip where lottery_id = $1 and period = $2 order by id`,
    [next.lottery.id, next.period],
  );
  expect(rows.map((row) => row.id)).toEqual(placed.sort());
  await expectSealHolds(next, rows);
});

test('the gates are closed before anything is read: a slip under way is waited for, and it is in the seal', async () => {
  const member = await club.member();
  const period = periodIn(club, table);
  const slips = await addSlips(club, period, 3_000);
  const slip = await openTransaction(club.pool);
  try {
    const deps = club.slipsOf(slip.client as never, { lanes: 1 });
    const placed = await club.place(member, table, [{ bet: 'odd', stakeMinor: 100n }], { deps });
    await club.at(period.locks * 1_000);
    const sealing = sealPeriod(club.draw, period);
    await untilWaiting(club.owner, slip.pid);
    await slip.commit();
    await sealing;
    expect(await sealOf(period)).toMatchObject({ count: slips.length + 1 });
    const { rows } = await club.pool.query('select leaf from lottery.slip where id = $1', [placed.prepared.slipId]);
    const id = placed.prepared.slipId.replaceAll('-', '');
    const all = [...slips, { id, leaf: rows[0].leaf as Buffer }].sort((a, b) => (a.id < b.id ? -1 : 1));
    await expectSealHolds(period, all);
  } finally {
    await slip.rollback();
  }
});

test('of two processes that seal the same period at once, one writes it and both find it written', async () => {
  const { period, slips } = await filled(3_000);
  await Promise.all([1, 2, 3].map(() => sealPeriod(club.draw, period)));
  await expectSealHolds(period, slips);
  expect(await entriesOf(period)).toHaveLength(1);
});

test('a seal that was cut short is made whole by the next try, with every leaf once', async () => {
  const { period, slips } = await filled(1_500);
  await club.owner.query('alter table draw.seal add constraint in_the_way check (false) not valid');
  await expect(sealPeriod(club.draw, period)).rejects.toThrow('in_the_way');
  await club.owner.query('alter table draw.seal drop constraint in_the_way');
  expect(await sealOf(period)).toBeUndefined();
  await sealPeriod(club.draw, period);
  await expectSealHolds(period, slips);
  await expectIncluded(period, slips, slips.length - 1);
});

test('a slip that comes after the gates are closed is refused, however long the reading takes', async () => {
  const member = await club.member();
  const { period, slips } = await filled(1_000);
  await closeGates(club.draw, period);
  const late = club.place(member, table, [{ bet: 'even', stakeMinor: 100n }], { period: period.period });
  await expect(late).rejects.toBeInstanceOf(Refusal);
  await sealPeriod(club.draw, period);
  await expectSealHolds(period, slips);
});
