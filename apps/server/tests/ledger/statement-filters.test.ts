import fc from 'fast-check';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { beginConsistentRead } from '../../src/db/consistent-read.ts';
import { newId } from '../../src/db/ids.ts';
import type { Db } from '../../src/db/pool.ts';
import { transaction } from '../../src/db/transaction.ts';
import { DAY_MS } from '../../src/durations.ts';
import type { Account } from '../../src/ledger/lock.ts';
import { readStatement } from '../../src/ledger/statement.ts';
import type { StatementFilter, StatementLine } from '../../src/ledger/statement-lines.ts';
import { balancesBefore, walkStatement } from '../../src/ledger/statement-walk.ts';
import { type Club, openClub } from '../kit/club.ts';
import { hold, postHold, releaseHold } from '../kit/holds.ts';
import { balanceOf, type Move, post, postAll, transferOf } from '../kit/money.ts';

let club: Club;
beforeAll(async () => {
  club = await openClub();
  // As many days as a club has.
  await club.owner.query('select ledger.extend_partitions(1, 40)');
});
afterAll(() => club.close());

const dayOf = (ms: number): string => new Date(ms).toISOString().slice(0, 10);

/** Posts a transfer now that belongs to an act of some days ago. */
async function postNow(member: Account, kind: Move, amount: bigint, daysAgo = 0, ref = newId()): Promise<void> {
  const day = dayOf(club.clock.nowMs() - daysAgo * DAY_MS);
  await postAll(club.db, [{ ...transferOf(member, kind, amount, ref), day }]);
}

async function readAll(member: Account, filter: StatementFilter, limit = 100): Promise<StatementLine[]> {
  const lines: StatementLine[] = [];
  let cursor: string | undefined;
  do {
    const page = await readStatement(club.db, member, {
      ...filter,
      limit,
      ...(cursor === undefined ? {} : { cursor }),
    });
    lines.push(...page.items);
    cursor = page.nextCursor ?? undefined;
  } while (cursor !== undefined);
  return lines;
}

async function walkAll(member: Account, filter: StatementFilter): Promise<StatementLine[]> {
  const read = await beginConsistentRead(club.api);
  try {
    const lines: StatementLine[] = [];
    for await (const batch of walkStatement(read.q, member, filter)) lines.push(...batch);
    return lines;
  } finally {
    await read.end();
  }
}

describe('the lines of a filter', () => {
  test('are those of its days of UTC, by when they were posted and not by their act', async () => {
    const noon = club.clock.nowMs();
    const midnight = Date.parse(`${dayOf(noon)}T00:00:00Z`) + DAY_MS;
    const member = await club.member({ credits: 1_000n });
    await club.clock.set(midnight - 1);
    // Placed before midnight for a lock after midnight.
    await postNow(member, 'stake', 1n, -1);
    await club.clock.set(midnight);
    await postNow(member, 'payout', 2n);
    // A refund a week later.
    await postNow(member, 'refund', 3n, 7);
    const amountsOf = async (filter: StatementFilter) => (await readAll(member, filter)).map((line) => line.amount);
    const [today, tomorrow] = [dayOf(noon), dayOf(midnight)];
    expect(await amountsOf({ from: today, to: today })).toEqual([1n, 1_000n]);
    expect((await amountsOf({ from: tomorrow, to: tomorrow })).toSorted()).toEqual([2n, 3n]);
    expect(await amountsOf({ to: dayOf(noon - DAY_MS) })).toEqual([]);
    expect(await amountsOf({ from: dayOf(midnight + DAY_MS) })).toEqual([]);
    expect(await amountsOf({ from: today })).toHaveLength(4);
    await club.clock.set(noon);
  });

  test('carry the balances that the account had, whatever is left out; sums and total are of them all', async () => {
    const member = await club.member({ credits: 1_000n });
    for (const [kind, amount] of [
      ['stake', 300n],
      ['payout', 500n],
      ['stake', 20n],
      ['payout', 7n],
    ] as const) {
      await club.clock.forward(1_000);
      await postNow(member, kind, amount);
    }
    const found = await readStatement(club.db, member, { limit: 1, kinds: ['payout', 'grant'], min: 8n });
    expect(found).toMatchObject({ total: 2, sums: { in: 1_500n, out: 0n } });
    const lines = await readAll(member, { kinds: ['payout', 'grant'], min: 8n }, 1);
    expect(lines.map((line) => [line.kind, line.availableAfter])).toEqual([
      ['payout', 1_200n],
      ['grant', 1_000n],
    ]);
    expect(await readStatement(club.db, member, { limit: 1, max: 20n })).toMatchObject({
      total: 2,
      sums: { in: 7n, out: 20n },
    });
    expect(await readStatement(club.db, member, { limit: 1, kinds: ['refund'] })).toEqual({
      items: [],
      nextCursor: null,
      total: 0,
      sums: { in: 0n, out: 0n },
    });
  });

  test('say what a hold was for, in the line of its end too', async () => {
    const member = await club.member({ credits: 1_000n });
    const { bucket, memberId } = member;
    const day = dayOf(club.clock.nowMs());
    for (const [id, end] of [
      [newId(), 'post'],
      [newId(), 'release'],
    ] as const) {
      await transaction(club.db, (tx) => hold(tx, { bucket, memberId, id, day, amount: 10n, purpose: 'withdrawal' }));
      await club.clock.forward(1_000);
      await transaction(club.db, (tx) =>
        end === 'post' ? postHold(tx, member, id, 'cash') : releaseHold(tx, member, id),
      );
      await club.clock.forward(1_000);
    }
    const lines = await readAll(member, {});
    expect(
      lines.map(({ kind, heldFor, availableAfter, heldAfter }) => [kind, heldFor, availableAfter, heldAfter]),
    ).toEqual([
      ['release', 'withdrawal', 990n, 0n],
      ['hold', 'withdrawal', 980n, 10n],
      ['post', 'withdrawal', 990n, 0n],
      ['hold', 'withdrawal', 990n, 10n],
      ['grant', null, 1_000n, 0n],
    ]);
  });
});

/** A random act: the delay after the previous one, kind, amount, and the day of the act. */
const anAct = fc.record({
  afterMs: fc.constantFrom(0, 1, 60_000, 7 * 3_600_000, 3 * DAY_MS),
  kind: fc.constantFrom<Move>('stake', 'payout', 'refund', 'grant'),
  amount: fc.bigInt({ min: 1n, max: 50n }),
  daysAgo: fc.integer({ min: -1, max: 30 }),
});

const aFilter = fc.record(
  {
    from: fc.integer({ min: 0, max: 12 }),
    to: fc.integer({ min: 0, max: 12 }),
    kinds: fc.uniqueArray(fc.constantFrom('stake', 'payout', 'refund', 'grant') as fc.Arbitrary<Move>, {
      minLength: 1,
    }),
    min: fc.bigInt({ min: 1n, max: 50n }),
    max: fc.bigInt({ min: 1n, max: 50n }),
  },
  { requiredKeys: [] },
);

test('every page, walk, sum and opening balance agrees with the transfers added up by hand', async () => {
  const start = club.clock.nowMs();
  await fc.assert(
    fc.asyncProperty(
      fc.array(anAct, { minLength: 1, maxLength: 25 }),
      fc.array(aFilter, { minLength: 1, maxLength: 4 }),
      fc.integer({ min: 1, max: 7 }),
      async (acts, wishes, limit) => {
        await club.clock.set(start);
        const member = await club.member({ credits: 5_000n });
        for (const act of acts) {
          await club.clock.forward(act.afterMs);
          await postNow(member, act.kind, act.amount, act.daysAgo);
        }
        const all = await byHand(member);
        expect((await readAll(member, {}, limit)).toReversed()).toEqual(all);
        expect(all.at(-1)?.availableAfter).toBe((await balanceOf(club.db, member)).available);
        for (const { from, to, ...rest } of wishes) {
          const filter: StatementFilter = {
            ...rest,
            ...(from === undefined ? {} : { from: dayOf(start + from * DAY_MS) }),
            ...(to === undefined ? {} : { to: dayOf(start + to * DAY_MS) }),
          };
          const wanted = all.filter((line) => fits(line, filter));
          expect((await readAll(member, filter, limit)).toReversed()).toEqual(wanted);
          expect(await walkAll(member, filter)).toEqual(wanted);
          await expectSums(member, filter, wanted);
        }
        await expectOpenings(member, all, start);
      },
    ),
    { numRuns: 25 },
  );
  await club.clock.set(start);
});

/** All lines, oldest first, with balances added up independently. */
async function byHand(member: Account): Promise<StatementLine[]> {
  const { rows } = await club.owner.query<{
    ref: string;
    kind: StatementLine['kind'];
    day: string;
    at: Date;
    amount: string;
    credit: string;
  }>(
    `select ref, kind, day::text, at, amount::text, credit from ledger.transfer
     where bucket = $1 and member_id = $2 order by at, ref, kind`,
    [member.bucket, member.memberId],
  );
  let available = 0n;
  return rows.map((row) => {
    const amount = BigInt(row.amount);
    const availableDelta = row.credit === 'available' ? amount : -amount;
    available += availableDelta;
    const { ref, kind, day } = row;
    const balances = { availableDelta, heldDelta: 0n, availableAfter: available, heldAfter: 0n };
    return { ref, kind, day, atMs: row.at.getTime(), amount, ...balances, heldFor: null };
  });
}

function fits(line: StatementLine, { from, to, kinds, min, max }: StatementFilter): boolean {
  const posted = dayOf(line.atMs);
  return (
    (from === undefined || posted >= from) &&
    (to === undefined || posted <= to) &&
    (kinds === undefined || kinds.includes(line.kind)) &&
    (min === undefined || line.amount >= min) &&
    (max === undefined || line.amount <= max)
  );
}

async function expectSums(member: Account, filter: StatementFilter, wanted: StatementLine[]): Promise<void> {
  const { total, sums } = await readStatement(club.db, member, { ...filter, limit: 1 });
  const sumOf = (sign: bigint) =>
    wanted.reduce((sum, { availableDelta: delta }) => (delta * sign > 0n ? sum + delta * sign : sum), 0n);
  expect(total).toBe(wanted.length);
  expect(sums).toEqual(Object.keys(filter).length === 0 ? null : { in: sumOf(1n), out: sumOf(-1n) });
}

async function expectOpenings(member: Account, all: StatementLine[], start: number): Promise<void> {
  for (let day = start; day < start + 5 * DAY_MS; day += DAY_MS) {
    const before = all.findLast((line) => dayOf(line.atMs) < dayOf(day));
    const opening = await balancesBefore(club.db, member, dayOf(day));
    expect(opening).toEqual({ available: before?.availableAfter ?? 0n, held: 0n });
  }
}

test('the first page of a member with many lines reads none of those that are weeks old', async () => {
  const start = club.clock.nowMs();
  const member = await club.member({ credits: 1_000_000n });
  const { bucket, memberId } = member;
  for (let week = 0; week < 4; week++) {
    await club.clock.set(start + week * 7 * DAY_MS);
    const day = dayOf(club.clock.nowMs());
    const stakes = Array.from({ length: 600 }, () => ({ ...transferOf(member, 'stake', 1n), bucket, memberId, day }));
    await transaction(club.db, (tx) => post(tx, stakes));
  }
  await club.owner.query('analyze ledger.transfer');
  const read = await club.db.transaction().execute(async (q) => {
    const before = await rowsRead(q);
    expect((await readStatement(q, member, { limit: 20 })).items).toHaveLength(20);
    const after = await rowsRead(q);
    return [...after].filter(([name, rows]) => rows > (before.get(name) ?? 0n)).map(([name]) => name);
  });
  expect(read).toEqual([`transfer_${dayOf(start + 21 * DAY_MS).replaceAll('-', '')}`]);
  await club.clock.set(start);
});

/** Rows of each day's partition that this connection has read and not yet reported to the statistics. */
async function rowsRead(q: Db): Promise<Map<string, bigint>> {
  const { rows } = await sql<{ name: string; read: bigint }>`
    select relname as name, coalesce(seq_tup_read, 0) + coalesce(idx_tup_fetch, 0) as read
    from pg_stat_xact_user_tables where schemaname = 'ledger' and relname like 'transfer%'`.execute(q);
  return new Map(rows.map(({ name, read }) => [name, read]));
}
