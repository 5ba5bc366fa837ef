import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { PLAY_RULE } from '../../../../../dev/play-house/house-plan.ts';
import { newId } from '../../../src/db/ids.ts';
import { transaction } from '../../../src/db/transaction.ts';
import { carryOut } from '../../../src/decisions/carry-out.ts';
import type { Identity } from '../../../src/identity.ts';
import { approve } from '../../../src/payments/withdrawals/reviews.ts';
import { carriedOut, instruct } from '../../../src/staff/instructions.ts';
import { type Club, openClub } from '../../kit/club.ts';
import { carryOutOf, refundPaymentAs, refuseAs } from '../../kit/decisions.ts';
import { macs } from '../../kit/macs.ts';
import { givePayee } from '../../kit/persons.ts';
import { paidIn } from '../../kit/provider.ts';
import { agreed } from '../../kit/staff.ts';
import { hear, openWallet, startOne, type TestWallet } from '../../kit/wallet.ts';
import { ADA, accountOf, BO, codeOf, moneyOf, submit, withdrawalOf } from './withdrawing.ts';

// The password of the API's role allows writing proposals, votes and instructions in the names of two staff of finance.
// The process that posts verifies their MACs, whose key is not in the database.

const AMOUNT = PLAY_RULE.reviewFrom;
const WORDS = 'The account belongs to somebody else.';

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

const api = (text: string, values: unknown[] = []) => club.pool.query(text, values);
const run = () => carryOut(carryOutOf(club, wallet.payments));
const INSERT = 'insert into staff.instruction (id, what, subject, body, staff_id, mac) values ($1, $2, $3, $4, $5, $6)';

async function inReview(): Promise<{ member: Identity; id: string }> {
  const member = await club.member({ credits: AMOUNT });
  await givePayee(club.db, wallet.payments.cipher, member);
  return { member, id: await submit(wallet.payments, member, AMOUNT) };
}

function vote({ member, id }: { member: Identity; id: string }, staffId: string, mac: string | null) {
  return api(
    `insert into payments.withdrawal_review
       (bucket, member_id, withdrawal_id, id, staff_id, verdict, reason, words, at, mac)
     values ($1, $2, $3, $4, $5, 'refuse', 'payee-not-own', 'made up, as it happens', clock.now(), $6)`,
    [member.bucket, member.memberId, id, newId(), staffId, mac],
  );
}

async function refusalOf(id: string): Promise<unknown> {
  const { rows } = await club.owner.query(
    'select done_at is not null as done, refusal from staff.instruction where id = $1',
    [id],
  );
  return rows[0];
}

describe('with the password of api', () => {
  test('nobody posts by a decision of the staff', async () => {
    for (const call of [
      `payments.correct_balance(1::smallint, null, null, 'to-member', 5, 'ref', null, null)`,
      `payments.refuse_withdrawal(1::smallint, null, null, 'payee-not-own', 'words')`,
      'payments.credit_in_review(1::smallint, null, null)',
      'payments.refund_in_review(1::smallint, null, null)',
      'video.refund_purchase(1::smallint, null, null, null)',
    ]) {
      await expect(api(`select ${call}`), call).rejects.toThrow('permission denied');
    }
  });

  test('a correction that two invented words agree on is not carried out', async () => {
    const member = await club.member({ credits: 10n });
    const body = { memberId: member.memberId, direction: 'to-member', amountMinor: '5000', reference: 'made-up-1' };
    const id = newId();
    const proposal = { id, what: 'correction', subject: `correction/${id}`, body, why: 'so', proposed_by: ADA };
    await api('select staff.propose($1::jsonb)', [
      JSON.stringify({ ...proposal, proposed_at: new Date(club.clock.nowMs()), mac: 'made up' }),
    ]);
    await api(`select staff.decide($1, 'confirmed', $2, clock.now(), 'so', 'made up')`, [id, BO]);
    const forged = newId();
    await api(INSERT, [forged, 'correction', id, JSON.stringify({ memberId: member.memberId }), BO, 'made up']);
    expect(await run()).toBe(1);
    expect(await refusalOf(forged)).toMatchObject({ done: true, refusal: { code: 'not-found' } });
    // Nor does a copy of a genuine instruction under another id.
    const order = { what: 'correction', subject: id, body: { memberId: member.memberId }, staffId: BO } as const;
    const real = await transaction(club.api, (tx) => instruct(tx, macs, order));
    expect(await run()).toBe(1);
    expect(await codeOf(carriedOut(club.db, real, 0))).toBe('not-found');
    expect(await moneyOf(club.db, member)).toMatchObject({ available: 10n });
  });

  test('an instruction counts for its own subject, body and person alone', async () => {
    const member = await club.member({ credits: 10n });
    const body = { memberId: member.memberId, direction: 'to-member', amountMinor: '7', reference: 'real-1' };
    const id = await agreed(club, { what: 'correction', subject: 'correction/real-1', body });
    const order = { what: 'correction', subject: id, body: { memberId: member.memberId }, staffId: BO } as const;
    const real = await transaction(club.api, (tx) => instruct(tx, macs, order));
    expect(await run()).toBe(1);
    expect(await carriedOut(club.db, real, 0)).toBe('done');
    expect(await moneyOf(club.db, member)).toMatchObject({ available: 17n });
    const { rows } = await club.owner.query('select mac from staff.instruction where id = $1', [real.id]);
    const copied = newId();
    await api(INSERT, [copied, 'correction', id, JSON.stringify({ memberId: member.memberId }), BO, rows[0].mac]);
    expect(await run()).toBe(1);
    expect(await refusalOf(copied)).toMatchObject({ refusal: { code: 'not-found' } });
    // The role cannot reopen the genuine order. If it ran again, the primary key of the posting would refuse it.
    await expect(api(`update staff.instruction set done_at = null where id = $1`, [real.id])).rejects.toThrow(
      'permission denied',
    );
    expect(await moneyOf(club.db, member)).toMatchObject({ available: 17n });
  });

  test('two invented refusals refuse nothing, and one does not make a second of a real one', async () => {
    const one = await inReview();
    await vote(one, ADA, null);
    await vote(one, BO, 'made up');
    const forged = newId();
    const body = JSON.stringify({ memberId: one.member.memberId, reason: 'payee-not-own' });
    await api(INSERT, [forged, 'withdrawal-refusal', one.id, body, BO, 'made up']);
    expect(await run()).toBe(1);
    const given = { staffId: BO, reason: 'payee-not-own', words: WORDS } as const;
    expect(await refuseAs(club, wallet.payments, accountOf(one.member), one.id, given)).toBe('waiting');
    const order = {
      ...({ what: 'withdrawal-refusal', subject: one.id, staffId: BO } as const),
      body: { memberId: one.member.memberId, reason: 'payee-not-own' },
    };
    const real = await transaction(club.api, (tx) => instruct(tx, macs, order));
    expect(await run()).toBe(1);
    expect(await codeOf(carriedOut(club.db, real, 0))).toBe('second-person-needed');
    expect(await withdrawalOf(club.db, one.member, one.id)).toMatchObject({ state: 'in-review' });
    expect(await refuseAs(club, wallet.payments, accountOf(one.member), one.id, { ...given, staffId: ADA })).toBe(
      'decided',
    );
    expect(await withdrawalOf(club.db, one.member, one.id)).toMatchObject({
      state: 'refused',
      refusal: { words: WORDS },
    });
    expect(await moneyOf(club.db, one.member)).toMatchObject({ available: AMOUNT, held: 0n });
  });

  test('a payment in review goes back by a vote of the server alone', async () => {
    const member = await club.member({ credits: 0n });
    const topUp = await startOne(wallet, member, AMOUNT);
    await hear(club, wallet, paidIn(topUp, AMOUNT - 1n));
    const { rows } = await club.owner.query('select id from payments.payment where top_up_id = $1', [topUp]);
    const { id } = rows[0];
    const stateOf = async () =>
      (await club.owner.query('select state from payments.payment where id = $1', [id])).rows[0].state;
    await api(
      `insert into payments.payment_review (bucket, member_id, payment_id, id, staff_id, verdict, why, at, mac)
       values ($1, $2, $3, $4, $5, 'refund', 'made up', clock.now(), 'made up')`,
      [member.bucket, member.memberId, id, newId(), ADA],
    );
    const body = { memberId: member.memberId };
    const forged = newId();
    await api(INSERT, [forged, 'payment-refund', id, JSON.stringify(body), ADA, 'made up']);
    await run();
    expect(await refusalOf(forged)).toMatchObject({ refusal: { code: 'not-found' } });
    // Nor does a genuine instruction of a staff member whose vote was forged or was different.
    for (const staffId of [ADA, BO]) {
      const order = { what: 'payment-refund', subject: id, body, staffId } as const;
      const real = await transaction(club.api, (tx) => instruct(tx, macs, order));
      await run();
      expect(await codeOf(carriedOut(club.db, real, 0))).toBe('second-person-needed');
    }
    expect(await stateOf()).toBe('review');
    await refundPaymentAs(club, wallet.payments, member, id, { staffId: ADA, why: 'the amount is not right' });
    expect(await stateOf()).toBe('refunding');
  });
});

describe('a decision', () => {
  test('waits while the jobs stand still, and loses to an approval and to the end of the day', async () => {
    const given = { reason: 'payee-not-own', words: WORDS } as const;
    const [one, late] = [await inReview(), await inReview()];
    for (const { member, id } of [one, late])
      await refuseAs(club, wallet.payments, accountOf(member), id, { ...given, staffId: ADA });
    const order = ({ member, id }: typeof one) =>
      transaction(club.api, (tx) =>
        instruct(tx, macs, {
          ...({ what: 'withdrawal-refusal', subject: id, staffId: BO } as const),
          body: { memberId: member.memberId, reason: 'payee-not-own' },
        }),
      );
    const ordered = await order(one);
    expect(await carriedOut(club.db, ordered, 0)).toBe('pending');
    expect(await codeOf(order(one))).toBe('too-late');
    await transaction(club.api, (tx) => approve(tx, wallet.payments, accountOf(one.member), one.id, BO));
    expect(await run()).toBe(1);
    expect(await codeOf(carriedOut(club.db, ordered, 0))).toBe('too-late');
    const overdue = await order(late);
    await club.at(club.clock.nowMs() + 86_400_000);
    expect(await run()).toBe(1);
    expect(await codeOf(carriedOut(club.db, overdue, 0))).toBe('too-late');
    expect(await withdrawalOf(club.db, late.member, late.id)).toMatchObject({ state: 'in-review' });
  });
});
