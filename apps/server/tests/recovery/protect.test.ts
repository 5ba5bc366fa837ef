import { afterEach, beforeEach, expect, test } from 'vitest';
import { transaction } from '../../src/db/transaction.ts';
import { DAY_MS, HOUR_MS } from '../../src/durations.ts';
import type { Identity } from '../../src/identity.ts';
import { cancelFinanceReset, startFinanceReset } from '../../src/members/finance-password/finance-reset.ts';
import { cancelNextPayee } from '../../src/payments/payees/bind-payee.ts';
import { activePayee, nextPayee } from '../../src/payments/payees/payees.ts';
import { wordsOf } from '../../src/recovery/recover.ts';
import { type KeysFolder, keysFolder } from '../book/book-kit.ts';
import { type Club, openClub } from '../kit/club.ts';
import { giveFinancePassword, givePayee } from '../kit/persons.ts';
import { addStaff, signedInStaff } from '../kit/staff.ts';
import { openWallet, type TestWallet } from '../kit/wallet.ts';
import { type Restorable, restorable } from './restored-club.ts';

let club: Club;
let wallet: TestWallet;
let keys: KeysFolder;
let world: Restorable;
let member: Identity;
beforeEach(async () => {
  club = await openClub();
  wallet = await openWallet(club);
  keys = keysFolder();
  world = await restorable(club, keys);
  await club.openTable({ key: 'dice-30', periodSeconds: 30 });
  await world.publish();
  member = await club.member();
});
afterEach(async () => {
  await world.close();
  keys.remove();
  wallet.close();
  await club.close();
});

async function openSessions(): Promise<number> {
  const { rows } = await club.owner.query(
    `select (select count(*) from members.session where ended_at is null)
      + (select count(*) from staff.session where ended_at is null) as n`,
  );
  return Number(rows[0].n);
}

/** Adds an account that will replace the member's. Returns both ids. */
async function replacePayee(): Promise<{ before: string; next: string }> {
  const before = await givePayee(club.db, wallet.payments.cipher, member);
  const at = new Date(club.clock.nowMs() + DAY_MS);
  await club.owner.query('update payments.payee set ended_at = $1', [at]);
  const next = await givePayee(club.db, wallet.payments.cipher, member);
  await club.owner.query('update payments.payee set active_at = $1, bound_at = $2 where id = $3', [
    at,
    new Date(club.clock.nowMs()),
    next,
  ]);
  return { before, next };
}

async function loggedLines(): Promise<string[]> {
  const { rows } = await club.owner.query('select kind from members.message where member_id = $1 order by id', [
    member.memberId,
  ]);
  return rows.map(({ kind }) => kind);
}

test('a session that was ended in the time that is lost is not open again', async () => {
  await signedInStaff(club, 'finance');
  expect(await openSessions()).toBe(2);
  await world.backUp();
  await world.putBack();
  const { guarded, ...more } = await world.recover();
  expect(guarded).toMatchObject({ members: 1, staff: 1 });
  expect(await openSessions()).toBe(0);
  expect(wordsOf({ guarded, ...more })).toContain(
    'ended 1 sessions of members and 1 of staff: everyone must sign in again',
  );
});

test('another payee that the member had stopped meanwhile waits for another day, and they get another message', async () => {
  const { before, next } = await replacePayee();
  await club.clock.forward(DAY_MS - HOUR_MS);
  await world.backUp();
  await transaction(club.api, (tx) => cancelNextPayee(tx, wallet.payments, member));
  await world.putBack();
  expect((await world.recover()).guarded).toMatchObject({ payees: 1 });
  expect(await loggedLines()).toEqual(['payee-replacing']);
  await club.clock.forward(2 * HOUR_MS);
  expect((await activePayee(club.db, member))?.id).toBe(before);
  await transaction(club.api, (tx) => cancelNextPayee(tx, wallet.payments, member));
  await club.clock.forward(2 * DAY_MS);
  expect((await activePayee(club.db, member))?.id).toBe(before);
  expect(next).not.toBe(before);
});

test('another payee that came into force in the time that is lost does so a day after it', async () => {
  const { before, next } = await replacePayee();
  await world.backUp();
  await world.putBack();
  await club.clock.forward(DAY_MS + HOUR_MS);
  await world.recover();
  expect((await activePayee(club.db, member))?.id).toBe(before);
  expect((await nextPayee(club.db, member))?.id).toBe(next);
  await club.clock.forward(DAY_MS);
  expect((await activePayee(club.db, member))?.id).toBe(next);
});

test('a reset of the finance password that the member had stopped meanwhile waits for another day', async () => {
  await giveFinancePassword(wallet.members, member);
  const { id: by } = await addStaff(club, 'support');
  await transaction(club.api, (tx) => startFinanceReset(tx, member, by));
  await club.clock.forward(DAY_MS - HOUR_MS);
  await world.backUp();
  await transaction(club.api, (tx) => cancelFinanceReset(tx, member));
  await world.putBack();
  expect((await world.recover()).guarded).toMatchObject({ resets: 1 });
  await club.clock.forward(DAY_MS - HOUR_MS);
  await transaction(club.api, (tx) => cancelFinanceReset(tx, member));
  expect(await loggedLines()).toEqual([
    'finance-password-reset',
    'finance-password-reset',
    'finance-password-reset-cancelled',
  ]);
});

test('what is in force, or was stopped before, is left as it is', async () => {
  const { before } = await replacePayee();
  await transaction(club.api, (tx) => cancelNextPayee(tx, wallet.payments, member));
  await world.backUp();
  await world.putBack();
  expect((await world.recover()).guarded).toMatchObject({ payees: 0, resets: 0 });
  expect((await activePayee(club.db, member))?.id).toBe(before);
  expect(await nextPayee(club.db, member)).toBeNull();
});
