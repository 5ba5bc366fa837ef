import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { DAY_MS, MINUTE_MS } from '../../../src/durations.ts';
import { ProviderFailure } from '../../../src/payments/provider/provider.ts';
import { sendDuePayouts } from '../../../src/payments/withdrawals/send-payouts.ts';
import { type Club, openClub } from '../../kit/club.ts';
import { givePayee, IBAN } from '../../kit/persons.ts';
import { openWallet, type TestWallet } from '../../kit/wallet.ts';
import { messageKindsOf, moneyOf, type Submitted, stateIn, submitTo } from './withdrawing.ts';

const AMOUNT = 4_000n;

let club: Club;
let wallet: TestWallet;
beforeAll(async () => {
  club = await openClub();
  wallet = await openWallet(club);
});
beforeEach(async () => {
  // Payouts of earlier tests are never due.
  await club.owner.query(`update payments.withdrawal set next_at = 'infinity' where next_at is not null`);
});
afterAll(async () => {
  wallet.close();
  await club.close();
});

const approved = (target: { token: string } | { iban: string } = { iban: IBAN }) =>
  submitTo({ club, wallet }, target, AMOUNT);
const stateOf = (one: Submitted) => stateIn(club, one);

const another = () => ({ ...wallet.jobs, provider: { ...wallet.provider, name: 'another' } });

test('a payout to an account that names another provider moves to the current one if it was never tried', async () => {
  const one = await approved();
  expect(await sendDuePayouts(another())).toBe(1);
  expect(await stateOf(one)).toBe('sent');
  const { rows } = await club.owner.query('select provider from payments.withdrawal where id = $1', [one.id]);
  expect(rows).toEqual([{ provider: 'another' }]);
});

test('a payout is left to the provider that may have it, once it was tried', async () => {
  const one = await approved();
  wallet.provider.fault = () => {
    throw new ProviderFailure('no answer');
  };
  await sendDuePayouts(wallet.jobs);
  wallet.provider.fault = null;
  await club.at(club.clock.nowMs() + 2 * MINUTE_MS);
  expect(await sendDuePayouts(another())).toBe(0);
  expect(await sendDuePayouts(wallet.jobs)).toBe(1);
  expect(await stateOf(one)).toBe('sent');
});

test('a payout to a card waits a day for its provider, then its money returns', async () => {
  const one = await approved({ token: 'tok_123' });
  await club.at(club.clock.nowMs() + DAY_MS - MINUTE_MS);
  expect(await sendDuePayouts(another())).toBe(0);
  expect(await stateOf(one)).toBe('approved');
  await club.at(club.clock.nowMs() + MINUTE_MS);
  expect(await sendDuePayouts(another())).toBe(0);
  expect(await stateOf(one)).toBe('failed');
  expect(await moneyOf(club.db, one.member)).toEqual({ available: 10_000n, held: 0n, cash: 0n });
  expect((await messageKindsOf(club, one.member)).at(-1)?.kind).toBe('withdrawal-failed');
});

test.each(['iban', 'card'] as const)(
  'a false provider, written with the password of `api`, delays no payout to an %s',
  async (kind) => {
    const member = await club.member({ credits: 10_000n });
    await givePayee(club.db, wallet.payments.cipher, member, kind === 'iban' ? { iban: IBAN } : { token: 'tok_123' });
    const { rows } = await club.owner.query('select id from payments.payee where member_id = $1', [member.memberId]);
    const id = randomUUID();
    const written = sql`select payments.hold_withdrawal(${member.bucket}::smallint, ${member.memberId}::uuid,
    ${id}::uuid, ${AMOUNT}::bigint, ${rows[0].id}::uuid, 'nonsense')`.execute(club.db);
    if (kind === 'card') return expect(written).rejects.toMatchObject({ code: 'TC001' });
    await written;
    expect(await sendDuePayouts(wallet.jobs)).toBe(1);
    expect(await stateOf({ member, id })).toBe('sent');
  },
);
