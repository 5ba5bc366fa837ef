import { randomUUID } from 'node:crypto';
import { newId } from '../../src/db/ids.ts';
import { ADA, agreed, BO } from '../kit/staff.ts';
import {
  AMOUNT,
  changeEvent,
  changeMessage,
  insert,
  NOBODY,
  type Poster,
  payment,
  review,
  say,
  set,
  stage,
  today,
} from './causes.ts';

/** Functions that post for registrations, payments and corrections. */
export const OF_PAYMENTS: Poster[] = [
  {
    name: 'members.grant_start',
    kinds: ['grant issue available 100000'],
    async call(member = stage.mira) {
      await stage.club.owner.query('delete from ledger.transfer where member_id = $1', [member.memberId]);
      await stage.club.owner.query(
        'update ledger.balance set available = 0, issue = 0, version = 0 where member_id = $1',
        [member.memberId],
      );
      return [member.bucket, member.memberId];
    },
    spoil: {
      'who never registered': (values) => values.splice(1, 1, newId()),
      'one who was granted before, and has another day now': async ([bucket, memberId]) => {
        await stage.club.pool.query('select members.grant_start($1, $2)', [bucket, memberId]);
        await stage.club.owner.query('delete from ledger.transfer where member_id = $1', [memberId]);
        await stage.club.owner.query(
          `update members.member set created_at = created_at - interval '3 days' where member_id = $1`,
          [memberId],
        );
      },
    },
  },
  {
    name: 'payments.credit_payment',
    kinds: ['top-up cash available 5000'],
    async call(member = stage.mira) {
      const { id, said } = await payment({}, member);
      return [member.bucket, member.memberId, id, await say(said)];
    },
    spoil: {
      'no payment': (values) => values.splice(2, 1, newId()),
      'no event': (values) => values.splice(3, 1, randomUUID()),
      'one in review': ([, , id]) => set('payments.payment', String(id), `state = 'review'`),
      'one that waits for people': ([, , id]) => set('payments.payment', String(id), `reason = 'amount'`),
      'one of another amount than its top-up': ([, , id]) => set('payments.payment', String(id), 'amount = amount + 1'),
      'one in another currency': ([, , id]) => set('payments.payment', String(id), `currency = 'EUR'`),
      'one in another currency, as its top-up and the event': async (values) => {
        await set('payments.payment', String(values[2]), `currency = 'EUR'`);
        await stage.club.owner.query(`update payments.top_up set currency = 'EUR'`);
        await changeEvent(values, { currency: 'EUR' });
      },
      'one that is claimed by another': () =>
        stage.club.owner.query('update payments.payment_claim set payment_id = $1', [NOBODY]),
      'an event of another amount': (values) => changeEvent(values, { amount: String(AMOUNT + 1n) }),
      'an event without an amount': (values) => changeEvent(values, { amount: null }),
      'an event without a reference': (values) => changeEvent(values, { reference: null }),
      'an event of another payment': (values) => changeEvent(values, { providerRef: 'another' }),
      'an event that names no payment': (values) => changeEvent(values, { providerRef: null }),
      'one whose top-up is credited by another': async ([bucket, memberId, id]) => {
        const other = newId();
        await stage.club.owner.query(
          `insert into payments.payment (bucket, member_id, id, top_up_id, day, provider, provider_ref, amount, currency,
             state, reason, at, next_at)
           select bucket, member_id, $2, top_up_id, day, provider, 'other', amount, currency, state, 'second', at, next_at
           from payments.payment where id = $1`,
          [id, other],
        );
        await stage.club.owner.query(
          `select ledger.post($1::smallint[], $2::uuid[], array[$3::date], $4::uuid[], '{top-up}', '{cash}',
             '{available}', '{5000}')`,
          [[bucket], [memberId], today(), [other]],
        );
      },
      'an event that it is pending': (values) => changeEvent(values, { kind: 'pending' }),
      'an event of a message that is not signed': (values) => changeMessage(values, 'not-signed'),
      'an event of a message that nobody has verified': (values) => changeMessage(values, null),
      'an event without a message': ([, , , event]) =>
        stage.club.owner.query('update payments.provider_event set message_id = null where event_id = $1', [event]),
      'what the provider said when it was asked': async (values) => {
        const asked = `asked/${values[3]}`;
        await stage.club.owner.query(
          'update payments.provider_event set message_id = null, event_id = $2 where event_id = $1',
          [values[3], asked],
        );
        values.splice(3, 1, asked);
      },
      'one that people credited': async ([bucket, memberId, id]) => {
        await stage.club.owner.query(
          `select ledger.post($1::smallint[], $2::uuid[], array[$3::date], $4::uuid[], '{correction}', '{cash}',
             '{available}', '{5000}')`,
          [[bucket], [memberId], today(), [id]],
        );
      },
    },
  },
  {
    name: 'payments.credit_in_review',
    kinds: ['correction cash available 5000'],
    async call(member = stage.mira) {
      const { id } = await payment({ state: 'review', reason: 'amount', ended_at: null }, member);
      await review('payment', id, ADA, 'credit');
      return [member.bucket, member.memberId, id];
    },
    spoil: {
      'no payment': (values) => values.splice(2, 1, newId()),
      'one on its way back': ([, , id]) => set('payments.payment', String(id), `state = 'refunding'`),
      'one that is credited': ([, , id]) => set('payments.payment', String(id), `state = 'credited'`),
      'what nobody decided': () => stage.club.owner.query('delete from payments.payment_review'),
      'what somebody decided otherwise': () =>
        stage.club.owner.query(`update payments.payment_review set verdict = 'refund'`),
      'what somebody else’s decision says': () =>
        stage.club.owner.query('update payments.payment_review set staff_id = $1', [NOBODY]),
      'so much that it takes two': ([, , id]) => set('payments.payment', String(id), 'amount = 100000000'),
      'one in another currency': ([, , id]) => set('payments.payment', String(id), `currency = 'EUR'`),
      'one that its message has credited': async ([bucket, memberId, id]) => {
        await stage.club.owner.query(
          `select ledger.post($1::smallint[], $2::uuid[], array[$3::date], $4::uuid[], '{top-up}', '{cash}',
             '{available}', '{5000}')`,
          [[bucket], [memberId], today(), [id]],
        );
      },
    },
  },
  {
    name: 'payments.correct_balance',
    kinds: ['correction correction available 5000'],
    async call(member = stage.mira) {
      const [reference, to] = [`ref-${randomUUID()}`, 'to-member'];
      const body = { memberId: member.memberId, direction: to, amountMinor: String(AMOUNT), reference };
      const id = await agreed(stage.club, { what: 'correction', subject: `correction/${reference}`, body });
      await insert('payments.correction_claim', { reference, correction_id: id });
      return [member.bucket, member.memberId, id, to, AMOUNT, reference, ADA, BO];
    },
    spoil: {
      'no proposal': (values) => values.splice(2, 1, newId()),
      'another direction': (values) => values.splice(3, 1, 'from-member'),
      'another amount': (values) => values.splice(4, 1, AMOUNT + 1n),
      'another reference': (values) => values.splice(5, 1, 'ref-of-another'),
      'one person twice': (values) => values.splice(7, 1, ADA),
      'somebody else': (values) => values.splice(6, 1, NOBODY),
      'one that was declined': ([, , id]) => set('staff.proposal', String(id), `decision = 'declined'`),
      'one that waits': ([, , id]) =>
        set('staff.proposal', String(id), 'decision = null, decided_by = null, decided_at = null, decided_why = null'),
      'one of another kind': ([, , id]) => set('staff.proposal', String(id), `what = 'table'`),
      'a reference that is claimed by another': () =>
        stage.club.owner.query('update payments.correction_claim set correction_id = $1', [NOBODY]),
      'one by people who left': () =>
        stage.club.owner.query('update staff.account set disabled_at = now() where id = $1', [ADA]),
      'one by people who were let in yesterday': () =>
        stage.club.owner.query('update staff.account set handed_by = $1, handed_at = clock.now() where id = $2', [
          ADA,
          BO,
        ]),
    },
  },
];
