import fc from 'fast-check';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { beginConsistentRead } from '../../src/db/consistent-read.ts';
import { newId } from '../../src/db/ids.ts';
import { DAY_MS } from '../../src/durations.ts';
import type { Account } from '../../src/ledger/lock.ts';
import { readStatement } from '../../src/ledger/statement.ts';
import { walkStatement } from '../../src/ledger/statement-walk.ts';
import { type MonthOfMember, readMonth } from '../../src/statement/read-month.ts';
import { type Club, openClub } from '../kit/club.ts';
import { balanceOf, type Move, postAll, postMany, transferOf } from '../kit/money.ts';

let club: Club;
beforeAll(async () => {
  club = await openClub();
});
afterAll(() => club.close());

async function monthOf(member: Account, month: string, linesMax?: number): Promise<MonthOfMember | null> {
  const read = await beginConsistentRead(club.api);
  try {
    return await readMonth(read.q, member, month, linesMax);
  } finally {
    await read.end();
  }
}

/** `count` months, starting with that of `ms`. */
function monthsFrom(ms: number, count: number): string[] {
  const date = new Date(ms);
  return Array.from({ length: count }, (_, index) =>
    new Date(Date.UTC(date.getUTCFullYear(), date.getUTCMonth() + index, 1)).toISOString().slice(0, 7),
  );
}

async function postNow(member: Account, kind: Move, amount: bigint, daysAgo: number): Promise<void> {
  const day = new Date(club.clock.nowMs() - daysAgo * DAY_MS).toISOString().slice(0, 10);
  await postAll(club.db, [{ ...transferOf(member, kind, amount, newId()), day }]);
}

test('each month ends with what the next begins with, and all of them hold every line once', async () => {
  const start = club.clock.nowMs();
  const anAct = fc.record({
    afterDays: fc.constantFrom(0, 1, 9, 31, 40),
    kind: fc.constantFrom<Move>('stake', 'payout', 'grant'),
    amount: fc.bigInt({ min: 1n, max: 90n }),
    daysAgo: fc.integer({ min: -1, max: 50 }),
  });
  await fc.assert(
    fc.asyncProperty(fc.array(anAct, { maxLength: 8 }), async (acts) => {
      await club.clock.set(start);
      const member = await club.member({ credits: 1_000n });
      for (const { afterDays, kind, amount, daysAgo } of acts) {
        await club.clock.forward(afterDays * DAY_MS);
        await postNow(member, kind, amount, daysAgo);
      }
      const months = monthsFrom(start, 14).filter(
        (month) => `${month}-01` <= new Date(club.clock.nowMs()).toISOString(),
      );
      const read = await Promise.all(months.map((month) => monthOf(member, month)));
      let closing = { available: 0n, held: 0n };
      for (const month of read) {
        expect(month?.opening).toEqual(closing);
        closing = month?.closing ?? closing;
        expect(closing.available).toBe(
          (month?.opening.available ?? 0n) + (month?.sums.in ?? 0n) - (month?.sums.out ?? 0n),
        );
        expect(month?.lines?.at(-1)?.availableAfter ?? closing.available).toBe(closing.available);
        expect(month?.days.at(-1)?.availableAfter ?? closing.available).toBe(closing.available);
        expect(month?.days.reduce((sum, day) => sum + day.count, 0)).toBe(month?.lines?.length);
      }
      expect(closing.available).toBe((await balanceOf(club.db, member)).available);
      const all = await readStatement(club.db, member, { limit: 100 });
      expect(read.flatMap((month) => month?.lines ?? [])).toEqual(all.items.toReversed());
    }),
    { numRuns: 15 },
  );
  await club.clock.set(start);
});

test('a month that has not begun is none, and one that is under way says so', async () => {
  const member = await club.member();
  const [current = '', next = ''] = monthsFrom(club.clock.nowMs(), 2);
  expect(await monthOf(member, next)).toBeNull();
  expect(await monthOf(member, current)).toMatchObject({ isOver: false, count: 1 });
  expect(await monthOf(member, '2001-02')).toMatchObject({ isOver: true, count: 0, lines: [] });
});

test('a month with more lines than paper takes has its days alone', async () => {
  const member = await club.member({ credits: 100n });
  await postNow(member, 'stake', 30n, 0);
  const [current = ''] = monthsFrom(club.clock.nowMs(), 1);
  expect((await monthOf(member, current, 2))?.lines).toHaveLength(2);
  expect(await monthOf(member, current, 1)).toMatchObject({
    lines: null,
    count: 2,
    days: [{ count: 2, in: 100n, out: 30n, availableAfter: 70n }],
  });
});

test('a walk sees the lines of one moment, in batches, however long it takes', async () => {
  const member = await club.member({ credits: 10_000n });
  await postMany(
    club.db,
    Array.from({ length: 2_100 }, () => transferOf(member, 'stake', 1n)),
  );
  const read = await beginConsistentRead(club.api);
  const sizes: number[] = [];
  let last: bigint | undefined;
  for await (const batch of walkStatement(read.q, member, {})) {
    if (sizes.length === 0) await postNow(member, 'payout', 5_000n, 0);
    sizes.push(batch.length);
    last = batch.at(-1)?.availableAfter;
  }
  await read.end();
  expect(sizes).toEqual([1_000, 1_000, 101]);
  expect(last).toBe(7_900n);
});
