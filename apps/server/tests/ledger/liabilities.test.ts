import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { newId } from '../../src/db/ids.ts';
import { transaction } from '../../src/db/transaction.ts';
import { payStep } from '../../src/draw/settlement/pay.ts';
import { drawPeriod } from '../../src/draw/worker/draw.ts';
import type { Identity } from '../../src/identity.ts';
import { isLiabilitiesDue, publishLiabilities } from '../../src/jobs/publish-liabilities.ts';
import { readLiabilities } from '../../src/ledger/liabilities/read.ts';
import { takeSnapshot } from '../../src/ledger/liabilities/snapshot.ts';
import { advance, diceOf, periodIn } from '../draw/drawing.ts';
import { type Club, type OpenTable, openClub } from '../kit/club.ts';
import { hold } from '../kit/holds.ts';
import { openTransaction, untilWaiting } from '../kit/locks.ts';
import { postAll, transferOf } from '../kit/money.ts';
import {
  balanceNow,
  beforeMidnight,
  dateNow,
  expectRight,
  midnightNext,
  owedAsWritten,
  PERIOD_MS,
  reasonsOf,
  START_MS,
  UNSIGNED,
} from './owed-model.ts';

let club: Club;
let table: OpenTable;
beforeAll(async () => {
  club = await openClub({ startMs: START_MS, connectionsMax: 16 });
  table = await club.openTable({ key: 'dice-900', periodSeconds: PERIOD_MS / 1_000 });
});
afterAll(() => club.close());

/** An unreachable beacon: periods are sealed but not drawn. */
const WITHOUT_BEACON = { beaconOf: () => null, onFault: () => {} };

/** Settles all bets placed so far. */
async function settleAll(): Promise<void> {
  const { locks, draws } = periodIn(club, table);
  await club.at(locks * 1_000);
  await advance(club, table);
  await club.at(draws * 1_000);
  await advance(club, table);
}

test('before the first midnight there is no snapshot to publish', async () => {
  expect(await isLiabilitiesDue(club.jobs)).toBe(false);
  expect(await publishLiabilities(club.jobs)).toBe('too-young');
  expect(await readLiabilities(club.db)).toBe(null);
});

describe('a member is owed', () => {
  test('their balance, held amounts and unsettled stakes: whenever the snapshot is taken', async () => {
    await beforeMidnight(club, [table]);
    const period = periodIn(club, table);
    const [a, b, c] = diceOf(club, period);
    const [wins, loses] = a + b + c >= 11 ? (['big', 'small'] as const) : (['small', 'big'] as const);
    const idle = await club.member({ credits: 5_000n });
    const holding = await club.member({ credits: 5_000n });
    const winner = await club.member({ credits: 5_000n, bucket: 3 });
    const loser = await club.member({ credits: 5_000n, bucket: 4 });
    const unpaid = await club.member({ credits: 5_000n, bucket: 250 });
    await transaction(club.db, (tx) =>
      hold(tx, { ...holding, id: newId(), day: dateNow(club), amount: 700n, purpose: 'withdrawal' }),
    );
    for (const member of [winner, unpaid]) await club.place(member, table, [{ bet: wins, stakeMinor: 1_000n }]);
    await club.place(loser, table, [{ bet: loses, stakeMinor: 1_000n }]);
    // Drawn, and settled in half of the buckets.
    await club.at(period.locks * 1_000);
    await advance(club, table, WITHOUT_BEACON);
    await club.at(period.draws * 1_000);
    expect(await drawPeriod(club.draw, period, club.beacon.sign(period.round))).toBe('drawn');
    const { lottery } = period;
    await club.pools.draw.query(
      `select draw.settle_chunk(0::smallint, 127::smallint, $1, $2, 'settle',
         (select hash from book.entry where draw_id = $3 and type = 'draw'), $4)`,
      [lottery.id, period.period, period.drawId, Buffer.from(table.table.hash, 'hex')],
    );
    const won = (await balanceNow(club, winner)) - 4_000n;
    expect(won).toBeGreaterThan(1_000n);
    // Bets of the new day, whose period is open at the snapshot.
    await club.at(midnightNext(club));
    const [open, all] = [await club.member({ credits: 5_000n }), await club.member({ credits: 100n })];
    await club.place(open, table, [{ bet: 'big', stakeMinor: 900n }]);
    await club.place(all, table, [{ bet: 'big', stakeMinor: 100n }]);

    const date = dateNow(club);
    expect(await publishLiabilities(club.jobs)).toBe('published');
    const expected: [string, Identity, bigint][] = [
      ['idle', idle, 5_000n],
      ['holding', holding, 5_000n],
      ['winner', winner, 4_000n + won],
      ['loser, not told by the whole period yet', loser, 5_000n],
      ['winner who is not paid yet', unpaid, 5_000n],
      ['with a bet that is open', open, 5_000n],
      ['with all staked', all, 100n],
    ];
    const owed = await owedAsWritten(club, date);
    for (const [who, member, amount] of expected) {
      expect([who, owed.get(member.memberId)]).toEqual([who, amount]);
      expect(await reasonsOf(club, date, member, amount)).toEqual(UNSIGNED);
      expect(await reasonsOf(club, date, member, amount - 1n)).toEqual(['other-balance', ...UNSIGNED]);
    }
    // Later events do not change it.
    await payStep(club.draw, period, 'settle', 3n);
    await settleAll();
    expect(await balanceNow(club, unpaid)).toBe(4_000n + won);
    await expectRight(club, date);
  });

  test('a lost stake no more, once the period is paid whole', async () => {
    await beforeMidnight(club, [table]);
    const period = periodIn(club, table);
    const [a, b, c] = diceOf(club, period);
    const member = await club.member({ credits: 1_000n });
    await club.place(member, table, [{ bet: a + b + c >= 11 ? 'small' : 'big', stakeMinor: 400n }]);
    await settleAll();
    await club.at(midnightNext(club));
    expect(await publishLiabilities(club.jobs)).toBe('published');
    expect((await owedAsWritten(club, dateNow(club))).get(member.memberId)).toBe(600n);
    await expectRight(club, dateNow(club));
  });

  test('a stake that was returned once, whatever comes later', async () => {
    await beforeMidnight(club, [table]);
    const member = await club.member({ credits: 1_000n });
    const period = periodIn(club, table);
    await club.place(member, table, [{ bet: 'big', stakeMinor: 400n }]);
    await club.at(period.locks * 1_000);
    await advance(club, table, WITHOUT_BEACON);
    await club.at(period.draws * 1_000 + 86_400_000);
    await payStep(club.draw, period, 'return', 1n);
    expect(await balanceNow(club, member)).toBe(1_000n);
    await club.at(midnightNext(club));
    expect(await publishLiabilities(club.jobs)).toBe('published');
    expect((await owedAsWritten(club, dateNow(club))).get(member.memberId)).toBe(1_000n);
    await advance(club, table);
    await expectRight(club, dateNow(club));
  });

  test('the stake of a void period until it is refunded', async () => {
    await beforeMidnight(club, [table]);
    const member = await club.member({ credits: 1_000n });
    await club.place(member, table, [{ bet: 'big', stakeMinor: 400n }]);
    await club.at(midnightNext(club));
    expect(await publishLiabilities(club.jobs)).toBe('published');
    expect(await balanceNow(club, member)).toBe(600n);
    expect((await owedAsWritten(club, dateNow(club))).get(member.memberId)).toBe(1_000n);
    await advance(club, table);
    expect(await balanceNow(club, member)).toBe(1_000n);
    await expectRight(club, dateNow(club));
  });
});

describe('the snapshot', () => {
  test('holds what was in flight when it closed', async () => {
    await beforeMidnight(club, [table]);
    await club.at(midnightNext(club));
    const inFlight = await club.member({ credits: 100n });
    const posting = await openTransaction(club.owner);
    try {
      await posting.client.query(
        `select ledger.post($1, $2, '{2026-03-01}', $3, '{grant}', '{issue}', '{available}', '{5}')`,
        [[inFlight.bucket], [inFlight.memberId], [newId()]],
      );
      const publishing = publishLiabilities(club.jobs);
      await untilWaiting(club.owner, posting.pid);
      await posting.commit();
      expect(await publishing).toBe('published');
    } finally {
      await posting.rollback();
    }
    expect((await owedAsWritten(club, dateNow(club))).get(inFlight.memberId)).toBe(105n);
    await expectRight(club, dateNow(club));
  });

  test('waits for the end of a period that is just paid, or the end for it: a settled one stays settled', async () => {
    await beforeMidnight(club, [table]);
    const period = periodIn(club, table);
    const member = await club.member({ credits: 1_000n });
    await club.place(member, table, [{ bet: 's3', stakeMinor: 400n }]);
    await club.at(period.locks * 1_000);
    await advance(club, table, WITHOUT_BEACON);
    await club.at(midnightNext(club));
    expect(await drawPeriod(club.draw, period, club.beacon.sign(period.round))).toBe('drawn');
    // Lock a row that the settlement's last step needs. It already holds the gate then.
    const holder = await openTransaction(club.owner);
    try {
      await holder.client.query(
        'select 1 from draw.settlement_queue where lottery_id = $1 and period = $2 for update',
        [period.lottery.id, period.period],
      );
      const paying = payStep(club.draw, period, 'settle', 1n);
      const [payer] = await untilWaiting(club.owner, holder.pid);
      const publishing = publishLiabilities(club.jobs);
      await untilWaiting(club.owner, payer ?? 0);
      await holder.commit();
      await Promise.all([paying, publishing]);
    } finally {
      await holder.rollback();
    }
    expect((await owedAsWritten(club, dateNow(club))).get(member.memberId)).toBe(await balanceNow(club, member));
    await expectRight(club, dateNow(club));
  });

  test('falls among bets, draws and grants: sums, model and remake agree, and later days leave it alone', async () => {
    const members = await club.members(24, { credits: 100_000n });
    const dates: string[] = [];
    for (let day = 0; day < 3; day++) {
      await beforeMidnight(club, [table]);
      await club.at(midnightNext(club) - PERIOD_MS);
      for (const member of members) await club.place(member, table, [{ bet: 'odd', stakeMinor: 100n }]);
      // Sealed, and due to be drawn and settled now.
      await club.at(midnightNext(club));
      await advance(club, table);
      await club.at(club.clock.nowMs() + 14_000);
      let busy = true;
      const bets = members.map(async (member, n) => {
        for (let turn = 0; busy && turn < 200; turn++) {
          await club.place(member, table, [{ bet: turn % 2 ? 'big' : 's9', stakeMinor: BigInt(100 + n) }]);
          await postAll(club.db, [transferOf(member, 'grant', 3n)]);
        }
      });
      const draws = advance(club, table);
      expect(await publishLiabilities(club.jobs)).toBe('published');
      busy = false;
      await Promise.all([...bets, draws]);
      dates.push(dateNow(club));
      await settleAll();
    }
    for (const date of dates) await expectRight(club, date);
    const owed = await owedAsWritten(club, dates[0] ?? '');
    for (const member of members.slice(0, 4)) {
      const amount = owed.get(member.memberId) ?? -1n;
      expect(await reasonsOf(club, dates[0] ?? '', member, amount)).toEqual(UNSIGNED);
    }
  });

  test('of a date is one, and nothing of it can be changed', async () => {
    await expect(takeSnapshot(club.jobs, dateNow(club))).rejects.toThrow(/duplicate key/);
    for (const statement of [
      'update ledger.snapshot set epoch = epoch + 1000',
      'delete from ledger.snapshot',
      'update ledger.liabilities set total = 0',
      'delete from ledger.liabilities',
      'update ledger.owed set owed = 0',
      'delete from ledger.owed',
      `update ledger.owed_page set nodes = '\\x00'`,
      'truncate ledger.owed_page',
      'update draw.settlement_step set epoch = 0',
    ]) {
      await expect(club.pool.query(statement)).rejects.toThrow(/permission denied/);
    }
  });
});
