import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { newId } from '../../src/db/ids.ts';
import type { LedgerKind } from '../../src/db/schema.d.ts';
import { DAY_MS } from '../../src/durations.ts';
import type { Identity } from '../../src/identity.ts';
import { reconcile } from '../../src/ledger/reconcile.ts';
import { readStatement } from '../../src/ledger/statement.ts';
import type { StatementFilter } from '../../src/ledger/statement-lines.ts';
import { type Club, openClub } from '../kit/club.ts';
import { type Move, postAll, transferOf } from '../kit/money.ts';

let club: Club;
let start: number;
beforeAll(async () => {
  club = await openClub();
  start = club.clock.nowMs();
});
afterAll(() => club.close());

let member: Identity;
beforeEach(async () => {
  await club.clock.set(start);
  member = await club.member({ credits: 10_000n });
});

const dayOf = (ms: number): string => new Date(ms).toISOString().slice(0, 10);
const inDays = (days: number): string => dayOf(start + days * DAY_MS);

async function amounts(filter: StatementFilter = {}): Promise<bigint[]> {
  return (await readStatement(club.db, member, { ...filter, limit: 1_000 })).items.map((line) => line.amount);
}

async function postOn(days: number, kind: Move, amount: bigint, day = inDays(days)): Promise<void> {
  await club.clock.set(start + days * DAY_MS);
  await postAll(club.db, [{ ...transferOf(member, kind, amount), day }]);
}

async function placeOn(days: number, amount: bigint, day: string): Promise<string> {
  const ref = newId();
  await club.clock.set(start + days * DAY_MS);
  await club.owner.query(
    'select ledger.write_stakes(array[$1::smallint], array[$2::uuid], $3, array[$4::uuid], array[$5::bigint])',
    [member.bucket, member.memberId, day, ref, amount],
  );
  return ref;
}

async function payOn(days: number, ref: string, kind: LedgerKind, amount: bigint, day: string): Promise<void> {
  await club.clock.set(start + days * DAY_MS);
  await club.owner.query(
    'select ledger.pay_back(array[$1::smallint], array[$2::uuid], $3, array[$4::uuid], $5, array[$6::bigint])',
    [member.bucket, member.memberId, day, ref, kind, amount],
  );
}

test('stakes for a draw after midnight, and what is paid for them, are found on the days when they were posted', async () => {
  const inTime = await placeOn(0, 10n, inDays(1));
  await payOn(1, inTime, 'payout', 20n, inDays(1));
  const late = await placeOn(1, 30n, inDays(1));
  await payOn(3, late, 'refund', 40n, inDays(1));
  expect((await amounts()).toSorted()).toEqual([10n, 20n, 30n, 40n, 10_000n].toSorted());
  expect(await amounts({ from: inDays(0), to: inDays(0) })).toHaveLength(2);
  expect((await amounts({ from: inDays(1), to: inDays(1) })).toSorted()).toEqual([20n, 30n]);
  expect(await amounts({ from: inDays(2), to: inDays(2) })).toEqual([]);
  expect(await amounts({ from: inDays(3), to: inDays(3) })).toEqual([40n]);
  expect(await reconcile(club.jobs)).toEqual([]);
});

test('a payout in time is found also where its draw has no stake of that day', async () => {
  await payOn(1, await placeOn(0, 10n, inDays(1)), 'payout', 20n, inDays(1));
  expect(await amounts({ from: inDays(1) })).toEqual([20n]);
});

test('what is paid twice lists no day for what was not posted', async () => {
  const ref = await placeOn(0, 10n, inDays(0));
  await payOn(0, ref, 'payout', 20n, inDays(0));
  await payOn(2, ref, 'payout', 20n, inDays(0));
  const { rows } = await club.owner.query('select from ledger.line_day where member_id = $1', [member.memberId]);
  expect(rows).toHaveLength(1);
});

test('a member of many days sees all of them, the newest first', async () => {
  const days = Array.from({ length: 70 }, (_, day) => day);
  for (const day of days) await postOn(day, 'stake', BigInt(day + 1));
  expect(await amounts()).toEqual([...days.map((day) => BigInt(day + 1)).toReversed(), 10_000n]);
  expect(await amounts({ from: inDays(2), to: inDays(67) })).toHaveLength(66);
});

test('lines of before days were listed are found as they were, beside those of later', async () => {
  await postOn(0, 'stake', 1n);
  await postOn(3, 'refund', 2n, inDays(0));
  await postOn(80, 'stake', 3n);
  await club.owner.query('delete from ledger.line_day where member_id = $1', [member.memberId]);
  await club.owner.query('update ledger.gate set listed_from = $1', [inDays(82)]);
  await postOn(81, 'refund', 4n, inDays(0));
  await postOn(82, 'stake', 5n);
  await postOn(83, 'refund', 6n, inDays(82));
  await postOn(84, 'refund', 7n, inDays(1));
  expect((await amounts()).toSorted()).toEqual([1n, 2n, 3n, 4n, 5n, 6n, 7n, 10_000n].toSorted());
  expect(await amounts({ from: inDays(0), to: inDays(3) })).toHaveLength(3);
  expect(await amounts({ from: inDays(81), to: inDays(83) })).toEqual([6n, 5n, 4n]);
  expect(await reconcile(club.jobs)).toEqual([]);
  await club.owner.query("update ledger.gate set listed_from = '-infinity'");
  expect(await amounts({ from: inDays(82), to: inDays(83) })).toEqual([6n, 5n]);
});
