import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Club, openClub } from './club.ts';
import { openTransaction, untilWaiting } from './locks.ts';

let club: Club;
beforeAll(async () => {
  club = await openClub();
});
afterAll(() => club.close());

test('a club opens, takes a slip, and its clock stands where it was put', async () => {
  const table = await club.openTable({ key: 'dice-60', periodSeconds: 60 });
  const member = await club.member({ credits: 500n, bucket: 17 });
  expect(member.bucket).toBe(17);
  const { verdict } = await club.place(member, table, [{ bet: 'big', stakeMinor: 100n }]);
  expect(verdict).toMatchObject({ code: 'accepted', acceptedMs: club.clock.nowMs(), availableMinor: 400n });
  await club.at(table.schedule().locks * 1_000);
  const { rows } = await club.pool.query('select clock.now_ms() as now');
  expect(rows[0].now).toBe(BigInt(club.clock.nowMs()));
});

test('a beacon signs what is due, and nothing while it is down', async () => {
  const { round, signature } = await club.beacon.latest();
  expect(await club.beacon.roundSignature(round)).toEqual({ signature });
  expect(await club.beacon.roundSignature(round + 1)).toBe('not-due');
  club.beacon.down = true;
  await expect(club.beacon.latest()).rejects.toThrow('down');
  club.beacon.down = false;
});

test('a wait for a lock is seen', async () => {
  const holder = await openTransaction(club.owner);
  await holder.client.query('update book.head set size = size');
  const waiting = club.owner.query('update book.head set size = size');
  expect(await untilWaiting(club.owner, holder.pid)).toHaveLength(1);
  await holder.rollback();
  await waiting;
});
