import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { openDb } from '../../src/db/pool.ts';
import { transaction } from '../../src/db/transaction.ts';
import { MINUTE_MS } from '../../src/durations.ts';
import type { Identity } from '../../src/identity.ts';
import type { Account } from '../../src/ledger/lock.ts';
import {
  noteRightFinanceAttempt,
  type OpenFinanceAttempt,
  openFinanceAttempt,
} from '../../src/members/finance-password/finance-attempts.ts';
import { checkFinancePassword, type FinanceDeps } from '../../src/members/finance-password/finance-password.ts';
import { createPasswords } from '../../src/members/sessions/passwords.ts';
import { type Club, openClub } from '../kit/club.ts';
import { FINANCE_PASSWORD, giveFinancePassword } from '../kit/persons.ts';
import { openWallet, type TestWallet } from '../kit/wallet.ts';

// Concurrent entries of the finance password, and attempts whose verification has not finished.

const WRONG = '9041';

let club: Club;
let wallet: TestWallet;
beforeAll(async () => {
  club = await openClub();
  wallet = await openWallet(club);
});
afterAll(async () => {
  wallet.close();
  await club.close();
});

async function memberWithPassword(): Promise<Identity> {
  const member = await club.member();
  await giveFinancePassword(wallet.members, member);
  return member;
}

/** `right`, or the error code with its number. */
async function enter(member: Account, typed: string, deps: FinanceDeps = wallet.members): Promise<string> {
  return checkFinancePassword(deps, member, typed).then(
    () => 'right',
    (error) => [error.code ?? error, ...Object.values(error.params ?? {})].join(' '),
  );
}

async function rowOf({ bucket, memberId }: Account) {
  return club.db
    .selectFrom('members.finance_password')
    .selectAll()
    .where('bucket', '=', bucket)
    .where('member_id', '=', memberId)
    .executeTakeFirstOrThrow();
}

describe('right entries', () => {
  test('of forty at once, in two processes, are all right', async () => {
    const member = await memberWithPassword();
    const other = { ...wallet.members, db: openDb(club.pool), passwords: createPasswords() };
    const outcomes = await Promise.all(
      Array.from({ length: 40 }, (_, n) => enter(member, FINANCE_PASSWORD, n % 2 ? other : wallet.members)),
    );
    expect(outcomes).toEqual(Array(40).fill('right'));
    expect(await rowOf(member)).toMatchObject({ wrong: 0, open: 0, locks: 0, locked_until: null });
  });

  test('among four wrong ones at once are right as well', async () => {
    const member = await memberWithPassword();
    const typed = Array.from({ length: 24 }, (_, n) => (n % 6 === 0 ? WRONG : FINANCE_PASSWORD));
    const outcomes = await Promise.all(typed.map((one) => enter(member, one)));
    expect(outcomes.filter((one) => one === 'right')).toHaveLength(20);
    expect(outcomes.filter((one) => one.startsWith('finance-password-wrong'))).toHaveLength(4);
  });
});

describe('entries under way', () => {
  test('that are under way while a right one is found stay counted, and keep others waiting rather than locked', async () => {
    const member = await memberWithPassword();
    const open = async () =>
      (await transaction(club.api, (tx) => openFinanceAttempt(tx, member))) as OpenFinanceAttempt;
    const [first] = [await open(), await open(), await open(), await open(), await open()];
    expect(await open()).toBe('wait');
    const waiting = enter(member, FINANCE_PASSWORD);
    await transaction(club.api, (tx) => noteRightFinanceAttempt(tx, member, first, null));
    expect(await waiting).toBe('right');
    expect(await rowOf(member)).toMatchObject({ wrong: 0, open: 4, locks: 0 });
    // Their processes died. After a while they count as wrong.
    await club.clock.forward(MINUTE_MS);
    expect(await enter(member, WRONG)).toBe('finance-password-wrong 0');
    expect(await enter(member, FINANCE_PASSWORD)).toMatch(/^finance-password-locked/);
  });

  test('that all died with their processes lock, too', async () => {
    const member = await memberWithPassword();
    for (let time = 0; time < 5; time++) await transaction(club.api, (tx) => openFinanceAttempt(tx, member));
    await club.clock.forward(MINUTE_MS);
    expect(await enter(member, FINANCE_PASSWORD)).toBe('finance-password-locked 900');
    await club.clock.forward(15 * MINUTE_MS);
    expect(await enter(member, FINANCE_PASSWORD)).toBe('right');
  });
});
