import { randomUUID } from 'node:crypto';
import { PLAY_RULE } from '../../../../dev/play-house/house-plan.ts';
import { newId } from '../../src/db/ids.ts';
import { ADA, agreed, BO } from '../kit/staff.ts';
import {
  AMOUNT,
  CREDIT,
  changeEvent,
  changeMessage,
  insert,
  NOBODY,
  type Poster,
  payment,
  post,
  review,
  STAFF_SPOILT,
  say,
  set,
  stage,
  TOP_UP,
  TWO_SPOILT,
} from './causes.ts';

/** Posting functions of registrations, payments and corrections. */
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
      const { id, said: stated } = await payment({}, member);
      return [member.bucket, member.memberId, id, await say(stated)];
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
      'one of tomorrow': ([, , id]) => set('payments.payment', String(id), 'day = day + 1'),
      'one of 31 days ago': ([, , id]) => set('payments.payment', String(id), 'day = day - 31'),
      'one that is claimed by another': () =>
        stage.club.owner.query('update payments.payment_claim set payment_id = $1', [NOBODY]),
      'an event of another amount': (values) => changeEvent(values, { amount: String(AMOUNT + 1n) }),
      'an event without an amount': (values) => changeEvent(values, { amount: null }),
      'an event without a reference': (values) => changeEvent(values, { reference: null }),
      'an event of another payment': (values) => changeEvent(values, { providerRef: 'another' }),
      'an event that names no payment': (values) => changeEvent(values, { providerRef: null }),
      'one whose top-up is credited by another': (values) => creditedByAnother(values, TOP_UP),
      'an event that it is pending': (values) => changeEvent(values, { kind: 'pending' }),
      'an event of a message that is not signed': (values) => changeMessage(values, 'not-signed'),
      'an event of a message that nobody has verified': (values) => changeMessage(values, null),
      'an event without a message': ([, , , event]) =>
        stage.club.owner.query('update payments.provider_event set message_id = null where event_id = $1', [event]),
      'what the provider said when it was asked': async (values) => {
        const requested = `asked/${values[3]}`;
        await stage.club.owner.query(
          'update payments.provider_event set message_id = null, event_id = $2 where event_id = $1',
          [values[3], requested],
        );
        values.splice(3, 1, requested);
      },
      'one that people credited': (values) => post(values, CREDIT),
      'one that is credited already': (values) => post(values, TOP_UP),
      'one that is claimed under another provider': ([, , id]) =>
        stage.club.owner.query(`update payments.payment_claim set provider = 'other' where payment_id = $1`, [id]),
      'one that is claimed by another name': ([, , id]) =>
        stage.club.owner.query(`update payments.payment_claim set provider_ref = 'other' where payment_id = $1`, [id]),
      'an event of another provider': ([, , , event]) =>
        stage.club.owner.query(`update payments.provider_event set provider = 'other' where event_id = $1`, [event]),
      'an event of another payment, while others name this one': namedByOthers,
      'one without its top-up': () => changeTopUp('id = gen_random_uuid()'),
      'a top-up of another provider': () => changeTopUp(`provider = 'other'`),
      'a top-up of another amount': () => changeTopUp('amount = amount + 1'),
      'a top-up of another currency': () => changeTopUp(`currency = 'EUR'`),
      'a top-up of another member': () => changeTopUp(`member_id = '${stage.other.memberId}'`),
      'a top-up of another bucket': () => changeTopUp(`bucket = ${stage.other.bucket}`),
      'one whose top-up people credited by another': (values) => creditedByAnother(values, CREDIT),
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
      'one of tomorrow': ([, , id]) => set('payments.payment', String(id), 'day = day + 1'),
      'one of 31 days ago': ([, , id]) => set('payments.payment', String(id), 'day = day - 31'),
      'one on its way back': ([, , id]) => set('payments.payment', String(id), `state = 'refunding'`),
      'one that is credited': ([, , id]) => set('payments.payment', String(id), `state = 'credited'`),
      'what nobody decided': () => stage.club.owner.query('delete from payments.payment_review'),
      'what somebody decided otherwise': () =>
        stage.club.owner.query(`update payments.payment_review set verdict = 'refund'`),
      'what somebody else’s decision says': () =>
        stage.club.owner.query('update payments.payment_review set staff_id = $1', [NOBODY]),
      'so much that it takes two': ([, , id]) => set('payments.payment', String(id), 'amount = 100000000'),
      'one in another currency': ([, , id]) => set('payments.payment', String(id), `currency = 'EUR'`),
      'just so much that it takes two': ([, , id]) =>
        set('payments.payment', String(id), `amount = ${PLAY_RULE.twoPeopleFrom}`),
      'so much that it takes two, by one person twice': async ([, , id]) => {
        await set('payments.payment', String(id), 'amount = 100000000');
        await review('payment', String(id), ADA, 'credit');
      },
      'so much that it takes two, one of whom is new': async ([, , id]) => {
        await set('payments.payment', String(id), 'amount = 100000000');
        await review('payment', String(id), BO, 'credit');
        await stage.club.owner.query('update staff.account set handed_by = $1, handed_at = clock.now() where id = $2', [
          ADA,
          BO,
        ]);
      },
      'one by the word of one, in a house without a rule': () =>
        stage.club.owner.query(`update payments.rule set from_at = from_at + interval '100 years'`),
      'a decision about another payment': () =>
        stage.club.owner.query('update payments.payment_review set payment_id = $1', [newId()]),
      'a decision about a payment of another member': () =>
        stage.club.owner.query('update payments.payment_review set member_id = $1', [stage.other.memberId]),
      'a decision of another bucket': () =>
        stage.club.owner.query('update payments.payment_review set bucket = $1', [stage.other.bucket]),
      'one that its message has credited': (values) => post(values, TOP_UP),
      'one that people credited': (values) => post(values, CREDIT),
      ...STAFF_SPOILT,
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
      'a reference that nobody claimed': ([, , id]) =>
        stage.club.owner.query('delete from payments.correction_claim where correction_id = $1', [id]),
      'a proposal that names no member': ([, , id]) =>
        stage.club.owner.query(`update staff.proposal set body = body - 'memberId' where id = $1`, [id]),
      ...TWO_SPOILT,
    },
  },
  {
    name: 'payments.refund_in_review',
    kinds: [],
    async call(member = stage.mira) {
      const later = new Date(stage.club.clock.nowMs() + 1);
      const { id } = await payment({ state: 'review', reason: 'amount', ended_at: null, next_at: later }, member);
      await review('payment', id, ADA, 'refund');
      return [member.bucket, member.memberId, id];
    },
    spoil: {
      'no payment': (values) => values.splice(2, 1, newId()),
      'one that is credited': ([, , id]) => set('payments.payment', String(id), `state = 'credited'`),
      'one that went back': ([, , id]) => set('payments.payment', String(id), `state = 'refunded'`),
      'what nobody decided, and is not due': () => stage.club.owner.query('delete from payments.payment_review'),
      'what somebody decided otherwise': () =>
        stage.club.owner.query(`update payments.payment_review set verdict = 'credit'`),
      'what somebody else decided': () =>
        stage.club.owner.query('update payments.payment_review set staff_id = $1', [NOBODY]),
      'a decision about another payment': () =>
        stage.club.owner.query('update payments.payment_review set payment_id = $1', [newId()]),
      'a decision about a payment of another member': () =>
        stage.club.owner.query('update payments.payment_review set member_id = $1', [stage.other.memberId]),
      'a decision of another bucket': () =>
        stage.club.owner.query('update payments.payment_review set bucket = $1', [stage.other.bucket]),
      'one that its message has credited': (values) => post(values, TOP_UP),
      'one that people credited': (values) => post(values, CREDIT),
      ...STAFF_SPOILT,
    },
  },
];

/** Changes all top-ups of the member; each test has one. */
function changeTopUp(change: string) {
  return stage.club.owner.query(`update payments.top_up set ${change} where member_id = $1`, [stage.mira.memberId]);
}

/** Adds another credited payment of the same top-up. */
async function creditedByAnother(values: unknown[], transfer: readonly [string, string, string]): Promise<void> {
  const other = newId();
  await stage.club.owner.query(
    `insert into payments.payment (bucket, member_id, id, top_up_id, day, provider, provider_ref, amount, currency,
       state, reason, at, next_at)
     select bucket, member_id, $2, top_up_id, day, provider, 'other', amount, currency, state, 'second', at, next_at
     from payments.payment where id = $1`,
    [values[2], other],
  );
  await post(values, transfer, other);
}

/** Makes the event refer to another payment. Events with other references or providers refer to this one. */
async function namedByOthers(values: unknown[]): Promise<void> {
  await stage.club.owner.query(
    `insert into payments.provider_event
       select (jsonb_populate_record(null::payments.provider_event, to_jsonb(e) || other)).*
       from payments.provider_event e
       cross join unnest(array['{"event_id": "another"}'::jsonb, '{"provider": "other"}']) other
       where e.event_id = $1 on conflict do nothing`,
    [values[3]],
  );
  await stage.club.owner.query(
    `update payments.provider_event set body = body || '{"providerRef": "another"}'
     where event_id = $1 and provider = 'sandbox'`,
    [values[3]],
  );
}
