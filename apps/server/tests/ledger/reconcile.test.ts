import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { newId } from '../../src/db/ids.ts';
import { transaction } from '../../src/db/transaction.ts';
import type { Identity } from '../../src/identity.ts';
import { reconcile } from '../../src/ledger/reconcile.ts';
import { readStatement } from '../../src/ledger/statement.ts';
import { type Club, openClub } from '../kit/club.ts';
import { hold } from '../kit/holds.ts';
import { DAY, postAll, transferOf } from '../kit/money.ts';

let club: Club;
beforeAll(async () => {
  club = await openClub();
});
afterAll(() => club.close());

let member: Identity;
beforeEach(async () => {
  member = await club.member({ credits: 1_000n });
  await postAll(club.db, [transferOf(member, 'stake', 100n), transferOf(member, 'payout', 30n)]);
  expect(await reconcile(club.db)).toEqual([]);
});

/** Damages the ledger as the owner, and reconciles. */
async function faultsAfter(damage: string, values: unknown[]) {
  await club.owner.query(damage, values);
  return reconcile(club.jobs);
}

const of = () => ({ bucket: member.bucket, memberId: member.memberId });

test('a balance that is not the sum of its transfers is found, with what it should be', async () => {
  const faults = await faultsAfter(
    'update ledger.balance set available = available + 7, issue = issue - 7 where member_id = $1',
    [member.memberId],
  );
  expect(faults).toEqual([
    { ...of(), what: 'available', kept: 937n, found: 930n },
    { ...of(), what: 'issue', kept: -1_007n, found: -1_000n },
  ]);
  await club.owner.query(
    'update ledger.balance set available = available - 7, issue = issue + 7 where member_id = $1',
    [member.memberId],
  );
});

test('a transfer that never reached the balance is found, by sum and by count', async () => {
  const ref = newId();
  const faults = await faultsAfter(
    `insert into ledger.transfer (bucket, member_id, day, ref, kind, debit, credit, amount, epoch, at)
     values ($1, $2, $3, $4, 'payout', 'play', 'available', 5, 1, now())`,
    [member.bucket, member.memberId, DAY, ref],
  );
  expect(faults).toEqual([
    { ...of(), what: 'available', kept: 930n, found: 935n },
    { ...of(), what: 'play', kept: 70n, found: 65n },
    { ...of(), what: 'version', kept: 3n, found: 4n },
  ]);
  await club.owner.query('delete from ledger.transfer where ref = $1', [ref]);
});

test('a transfer that vanished is found, and so is one of nobody', async () => {
  const gone = await faultsAfter("delete from ledger.transfer where member_id = $1 and kind = 'payout'", [
    member.memberId,
  ]);
  expect(gone.map((fault) => fault.what)).toEqual(['available', 'play', 'version']);
  const orphaned = await faultsAfter('delete from ledger.balance where member_id = $1', [member.memberId]);
  expect(orphaned).toContainEqual({ ...of(), what: 'available', kept: 0n, found: 900n });
  await club.owner.query('delete from ledger.transfer where member_id = $1', [member.memberId]);
});

test('negative and unbalanced figures are found where the constraints are gone', async () => {
  await club.owner.query(`
    alter table ledger.balance drop constraint balance_available_check, drop constraint balance_is_zero_sum`);
  const faults = await faultsAfter('update ledger.balance set available = -1 where member_id = $1', [member.memberId]);
  expect(faults).toContainEqual({ ...of(), what: 'negative', kept: -1n, found: 0n });
  expect(faults).toContainEqual({ ...of(), what: 'zero-sum', kept: -931n, found: 0n });
  await club.owner.query('update ledger.balance set available = 930 where member_id = $1', [member.memberId]);
  await club.owner.query('alter table ledger.balance add constraint balance_available_check check (available >= 0)');
  await club.owner.query(`
    alter table ledger.balance add constraint balance_is_zero_sum
      check (available + held + play + cash + sales + correction + issue = 0)`);
});

test('a hold that ended twice, or was never taken, is found', async () => {
  const id = newId();
  const wanted = { ...of(), id, day: DAY, amount: 40n, purpose: 'test' };
  await transaction(club.db, (tx) => hold(tx, wanted));
  await transaction(club.db, (tx) => hold(tx, { ...wanted, id: newId(), amount: 500n }));
  expect(await reconcile(club.db)).toEqual([]);
  const end = { ...transferOf(member, 'stake', 40n, id), debit: 'held' as const };
  await postAll(club.db, [
    { ...end, kind: 'post', credit: 'cash' },
    { ...end, kind: 'release', credit: 'available' },
  ]);
  expect(await reconcile(club.jobs)).toEqual([{ ...of(), what: 'hold', kept: 460n, found: 500n }]);
  await club.owner.query('delete from ledger.hold where member_id = $1', [member.memberId]);
  expect(await reconcile(club.jobs)).toEqual([{ ...of(), what: 'hold', kept: 460n, found: 0n }]);
  await club.owner.query('insert into ledger.hold values ($1, $2, $3, $4, 460, $5, now())', [
    member.bucket,
    member.memberId,
    newId(),
    DAY,
    'test',
  ]);
});

test('lines of a day that is not listed are found, for no statement shows them', async () => {
  const faults = await faultsAfter('delete from ledger.line_day where member_id = $1', [member.memberId]);
  expect(faults).toEqual([{ ...of(), what: 'unlisted', kept: 0n, found: 3n }]);
  expect((await readStatement(club.db, member, { limit: 10 })).items).toEqual([]);
  await club.owner.query(
    `insert into ledger.line_day select distinct bucket, member_id, (at at time zone 'UTC')::date, day
     from ledger.transfer where member_id = $1`,
    [member.memberId],
  );
});

test('every bucket is looked at', async () => {
  await club.member({ bucket: 0 });
  await club.member({ bucket: 255 });
  const damage = 'update ledger.balance set version = version + $1 where bucket in (0, 255)';
  const faults = await faultsAfter(damage, [1]);
  expect(new Set(faults.map((fault) => fault.bucket))).toEqual(new Set([0, 255]));
  await club.owner.query(damage, [-1]);
});
