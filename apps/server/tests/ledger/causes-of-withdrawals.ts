import { randomUUID } from 'node:crypto';
import { newId } from '../../src/db/ids.ts';
import { ADA, BO } from '../kit/staff.ts';
import {
  AMOUNT,
  changeEvent,
  changeMessage,
  HOLD_SPOILT,
  held,
  insert,
  NOBODY,
  POST,
  type Poster,
  payee,
  post,
  RELEASE,
  review,
  say,
  set,
  stage,
  TWO_SPOILT,
  toHold,
} from './causes.ts';

/** Posting functions of withdrawals. */
export const OF_WITHDRAWALS: Poster[] = [
  {
    name: 'payments.hold_withdrawal',
    kinds: ['hold available held 5000'],
    call: (member = stage.mira) => toHold(member),
    spoil: {
      'no payee': (values) => values.splice(4, 1, newId()),
      'a payee of another member': async (values) => values.splice(4, 1, await payee(await stage.club.member())),
      'a payee that is not active yet': ([, , , , id]) =>
        set('payments.payee', String(id), `active_at = clock.now() + interval '1 second'`),
      'a payee that was replaced': ([, , , , id]) => set('payments.payee', String(id), 'ended_at = clock.now()'),
    },
  },
  {
    name: 'payments.hold_final',
    // The whole balance.
    kinds: ['hold available held 100000'],
    async call(member = stage.mira) {
      const [bucket, memberId, id, , payeeId, provider] = await toHold(member);
      await stage.club.owner.query('delete from members.closure where member_id = $1', [memberId]);
      await insert('members.closure', { bucket, member_id: memberId, asked_at: new Date(0) });
      return [bucket, memberId, id, payeeId, provider];
    },
    spoil: {
      'an account that does not close': ([, memberId]) =>
        stage.club.owner.query('delete from members.closure where member_id = $1', [memberId]),
      'no payee': (values) => values.splice(3, 1, newId()),
    },
  },
  {
    name: 'payments.refuse_withdrawal',
    kinds: ['hold available held 5000', 'release held available 5000'],
    async call(member = stage.mira) {
      const id = await held('in-review', member);
      await review('withdrawal', id, ADA, 'refuse');
      await review('withdrawal', id, BO, 'refuse');
      return [member.bucket, member.memberId, id, 'payee-not-own', 'not their own'];
    },
    spoil: {
      'no withdrawal': (values) => values.splice(2, 1, newId()),
      'one that was approved': ([, , id]) => set('payments.withdrawal', String(id), `state = 'approved'`),
      'one that was sent': ([, , id]) => set('payments.withdrawal', String(id), `state = 'sent'`),
      'a reason that nobody gave': (values) => values.splice(3, 1, 'authority-order'),
      'two words of one person': () =>
        stage.club.owner.query('update payments.withdrawal_review set staff_id = $1', [ADA]),
      'people who do not work here': () =>
        stage.club.owner.query('update payments.withdrawal_review set staff_id = $1 where staff_id = $2', [NOBODY, BO]),
      'people who approve': () => stage.club.owner.query(`update payments.withdrawal_review set verdict = 'approve'`),
      'a hold that is not there': ([, , id]) => stage.club.owner.query('delete from ledger.hold where id = $1', [id]),
      'a hold that is not posted': ([, , id]) =>
        stage.club.owner.query('delete from ledger.transfer where ref = $1', [id]),
      'a sum that was released': (values) => post(values, RELEASE),
      'a sum that was paid': (values) => post(values, POST),
      'refusals of another withdrawal': () =>
        stage.club.owner.query('update payments.withdrawal_review set withdrawal_id = $1', [newId()]),
      'refusals of a withdrawal of another member': () =>
        stage.club.owner.query('update payments.withdrawal_review set member_id = $1', [stage.other.memberId]),
      'refusals of another bucket': () =>
        stage.club.owner.query('update payments.withdrawal_review set bucket = $1', [stage.other.bucket]),
      ...TWO_SPOILT,
    },
  },
  {
    name: 'payments.book_payout',
    kinds: ['hold available held 5000', 'post held cash 5000'],
    async call(member = stage.mira) {
      const id = await held('sent', member);
      const stated = { kind: 'paid-out', reference: id, providerRef: 'p', amount: String(AMOUNT), currency: 'PLAY' };
      return [member.bucket, member.memberId, id, await say(stated)];
    },
    spoil: {
      'no withdrawal': (values) => values.splice(2, 1, newId()),
      'no event': (values) => values.splice(3, 1, randomUUID()),
      'one that is in review': ([, , id]) => set('payments.withdrawal', String(id), `state = 'in-review'`),
      'one that failed': ([, , id]) => set('payments.withdrawal', String(id), `state = 'failed'`),
      'an event of another amount': (values) => changeEvent(values, { amount: String(AMOUNT - 1n) }),
      'an event without an amount': (values) => changeEvent(values, { amount: null }),
      'an event of another currency': (values) => changeEvent(values, { currency: 'EUR' }),
      'an event about another': (values) => changeEvent(values, { reference: newId() }),
      'an event of another kind': (values) => changeEvent(values, { kind: 'failed' }),
      'an event of a message that is not signed': (values) => changeMessage(values, 'not-signed'),
      'an event that nobody asked for': ([, , , event]) =>
        stage.club.owner.query('update payments.provider_event set message_id = null where event_id = $1', [event]),
      'an event of another provider': ([, , , event]) =>
        stage.club.owner.query(`update payments.provider_event set provider = 'other' where event_id = $1`, [event]),
      'an answer of the provider that a message says and nobody has verified': (values) => judge(values, null),
      'a sum that is not held': ([, , id]) => stage.club.owner.query('delete from ledger.hold where id = $1', [id]),
      'a sum that was released': (values) => post(values, RELEASE),
      ...HOLD_SPOILT,
    },
  },
  {
    name: 'payments.fail_payout',
    kinds: ['hold available held 5000', 'release held available 5000'],
    async call(member = stage.mira) {
      const id = await held('sent', member);
      return [member.bucket, member.memberId, id, await say({ kind: 'failed', reference: id, providerRef: 'p' })];
    },
    spoil: {
      'no withdrawal': (values) => values.splice(2, 1, newId()),
      'no event': (values) => values.splice(3, 1, randomUUID()),
      'one that is paid': ([, , id]) => set('payments.withdrawal', String(id), `state = 'paid'`),
      'one that is in review': ([, , id]) => set('payments.withdrawal', String(id), `state = 'in-review'`),
      'an event about another': (values) => changeEvent(values, { reference: newId() }),
      'an event that it was paid': (values) => changeEvent(values, { kind: 'paid-out' }),
      'an event of a message that is not signed': (values) => changeMessage(values, 'not-signed'),
      'an event of another provider': ([, , , event]) =>
        stage.club.owner.query(`update payments.provider_event set provider = 'other' where event_id = $1`, [event]),
      'an answer of the provider that a message says and nobody has verified': (values) => judge(values, null),
      'a sum that was released': (values) => post(values, RELEASE),
      'a sum that was paid': (values) => post(values, POST),
      ...HOLD_SPOILT,
    },
  },
  {
    name: 'payments.return_payout',
    kinds: ['bounce cash available 5000', 'hold available held 5000', 'post held cash 5000'],
    async call(member = stage.mira) {
      const id = await held('sent', member);
      return [member.bucket, member.memberId, id, await say({ kind: 'returned', reference: id, providerRef: 'p' })];
    },
    spoil: {
      'no withdrawal': (values) => values.splice(2, 1, newId()),
      'no event': (values) => values.splice(3, 1, randomUUID()),
      'one that was refused': ([, , id]) => set('payments.withdrawal', String(id), `state = 'refused'`),
      'one that is said to be paid and was not posted': ([, , id]) =>
        set('payments.withdrawal', String(id), `state = 'paid'`),
      'an event about another': (values) => changeEvent(values, { reference: newId() }),
      'an event of a message that is not signed': (values) => changeMessage(values, 'not-signed'),
      'one that failed': ([, , id]) => set('payments.withdrawal', String(id), `state = 'failed'`),
      'one that is in review': ([, , id]) => set('payments.withdrawal', String(id), `state = 'in-review'`),
      'one that came back': ([, , id]) => set('payments.withdrawal', String(id), `state = 'returned'`),
      'one that is paid, of another amount than was posted': async (values) => {
        await post(values, POST);
        await set('payments.withdrawal', String(values[2]), `state = 'paid', amount = amount + 1`);
      },
      'an event of another kind': (values) => changeEvent(values, { kind: 'failed' }),
      'a sum that was released': (values) => post(values, RELEASE),
      'a sum that was paid before it was said so': (values) => post(values, POST),
    },
  },
  {
    name: 'payments.approve_withdrawal',
    kinds: ['hold available held 5000'],
    call: async (member = stage.mira) => [member.bucket, member.memberId, await held('in-review', member)],
    spoil: {
      'no withdrawal': (values) => values.splice(2, 1, newId()),
      ...Object.fromEntries(
        ['approved', 'sent', 'paid', 'refused', 'failed', 'returned'].map((state) => [
          `one that is ${state}`,
          ([, , id]: unknown[]) => set('payments.withdrawal', String(id), `state = '${state}'`),
        ]),
      ),
    },
  },
  {
    name: 'payments.note_sent',
    kinds: ['hold available held 5000'],
    async call(member = stage.mira) {
      const soon = new Date(stage.club.clock.nowMs() + 60_000);
      return [member.bucket, member.memberId, await held('approved', member), 'psp-1', soon];
    },
    spoil: {
      'no withdrawal': (values) => values.splice(2, 1, newId()),
      ...Object.fromEntries(
        ['in-review', 'sent', 'paid', 'refused', 'failed', 'returned'].map((state) => [
          `one that is ${state}`,
          ([, , id]: unknown[]) => set('payments.withdrawal', String(id), `state = '${state}'`),
        ]),
      ),
    },
  },
];

/** Turns the event into an answer to the club's poll, and sets the outcome of its message. */
async function judge(values: unknown[], outcome: string | null): Promise<void> {
  await changeMessage(values, outcome);
  const name = `asked/${values[3]}`;
  await stage.club.owner.query('update payments.provider_event set event_id = $2 where event_id = $1', [
    values[3],
    name,
  ]);
  values.splice(3, 1, name);
}
