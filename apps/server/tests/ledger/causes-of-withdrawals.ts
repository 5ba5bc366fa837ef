import { randomUUID } from 'node:crypto';
import { newId } from '../../src/db/ids.ts';
import { ADA, BO } from '../kit/staff.ts';
import {
  AMOUNT,
  changeEvent,
  changeMessage,
  held,
  NOBODY,
  type Poster,
  release,
  review,
  say,
  set,
  stage,
  withdrawal,
} from './causes.ts';

/** Functions that post for withdrawals. */
export const OF_WITHDRAWALS: Poster[] = [
  {
    name: 'payments.hold_withdrawal',
    kinds: ['hold available held 5000'],
    call: async (member = stage.mira) => [member.bucket, member.memberId, await withdrawal('approved', member)],
    spoil: {
      'no withdrawal': (values) => values.splice(2, 1, newId()),
      'one that is paid': ([, , id]) => set('payments.withdrawal', String(id), `state = 'paid'`),
      'another currency than the house’s': ([, , id]) => set('payments.withdrawal', String(id), `currency = 'KWD'`),
      'one that was refused': ([, , id]) => set('payments.withdrawal', String(id), `state = 'refused'`),
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
    },
  },
  {
    name: 'payments.book_payout',
    kinds: ['hold available held 5000', 'post held cash 5000'],
    async call(member = stage.mira) {
      const id = await held('sent', member);
      const said = { kind: 'paid-out', reference: id, providerRef: 'p', amount: String(AMOUNT), currency: 'PLAY' };
      return [member.bucket, member.memberId, id, await say(said)];
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
      'a sum that is not held': ([, , id]) => stage.club.owner.query('delete from ledger.hold where id = $1', [id]),
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
      'a sum that was released': ([, , id]) => release(String(id)),
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
      'a sum that was released': ([, , id]) => release(String(id)),
    },
  },
];
