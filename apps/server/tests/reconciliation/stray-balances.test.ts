import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { bucketOf, newId } from '../../src/db/ids.ts';
import type { LedgerFault } from '../../src/reconciliation/fault.ts';
import { findFaults } from '../../src/reconciliation/full-pass.ts';
import { reconcileNew } from '../../src/reconciliation/new-transfers.ts';
import { type Club, openClub } from '../kit/club.ts';
import { balanceOf } from '../kit/money.ts';

// A fault closes deposits and bets of the whole club until two people review it. A balance without the starting credits
// that everybody gets is one. So a thief with the password of `api` must not be able to leave such a balance behind.

let club: Club;
let memberId: string;
let bucket: number;
beforeAll(async () => {
  club = await openClub();
  await club.member();
});
beforeEach(() => {
  memberId = newId();
  bucket = bucketOf(memberId);
});
afterAll(() => club.close());

const api = (text: string) => club.pool.query(text, [bucket, memberId]);
const addBalance = () => api('insert into ledger.balance (bucket, member_id) values ($1, $2)');
const start = () => api('select members.grant_start($1, $2)');
const addMember = () =>
  api(`insert into members.member (bucket, member_id, user_name, password_hash, agreement_version, agreed_at, created_at)
       values ($1, $2::uuid, $2::text, '', 1, clock.now(), clock.now())`);

/** Faults of the whole ledger, short. */
async function faults(): Promise<string[]> {
  const deps = { db: club.jobs, payments: null, macs: null, catalogue: club.catalogue };
  const found: LedgerFault[] = await reconcileNew(deps);
  await findFaults(deps, [0, 255], 'all', found);
  return found.map(({ what, kind }) => `${what} ${kind}`);
}

test('a balance cannot be opened without its member', async () => {
  await expect(start()).rejects.toMatchObject({ code: 'TC001' });
  await expect(addBalance()).rejects.toMatchObject({ code: '42501' });
  expect(await faults()).toEqual([]);
  await club.owner.query('insert into ledger.balance (bucket, member_id) values ($1, $2)', [bucket, memberId]);
  expect(await faults()).toEqual(['not-posted grant']);
  await club.owner.query('delete from ledger.balance where member_id = $1', [memberId]);
});

test('a member’s balance is opened with the starting credits, once', async () => {
  await addMember();
  await expect(addBalance()).rejects.toMatchObject({ code: '42501' });
  expect(await faults()).toEqual([]);
  await start();
  await expect(start()).rejects.toMatchObject({ code: 'TC001' });
  expect(await balanceOf(club.db, { bucket, memberId })).toMatchObject({ available: 1_000_000n });
  expect(await faults()).toEqual([]);
});
