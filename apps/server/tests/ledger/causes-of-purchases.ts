import { newId } from '../../src/db/ids.ts';
import { ADA, BO } from '../kit/staff.ts';
import { AMOUNT, bought, insert, NOBODY, type Poster, set, stage } from './causes.ts';

/** Posting functions of title purchases. */
export const OF_PURCHASES: Poster[] = [
  {
    name: 'video.buy_title',
    kinds: ['purchase available sales 5000'],
    call: async (member = stage.mira) => [member.bucket, member.memberId, newId(), stage.titleId, AMOUNT, 48],
    spoil: {
      'no title': (values) => values.splice(3, 1, newId()),
      'another price': (values) => values.splice(4, 1, 1n),
      'another time': (values) => values.splice(5, 1, 87_600),
    },
  },
  {
    name: 'video.refund_purchase',
    kinds: ['purchase available sales 5000', 'purchase-refund sales available 5000'],
    async call(member = stage.mira) {
      const id = await bought(member);
      const order = { what: 'purchase-refund', subject: id, staff_id: ADA, body: '{}', mac: '' };
      await insert('staff.instruction', { id: newId(), ...order });
      return [member.bucket, member.memberId, id, ADA];
    },
    spoil: {
      'no purchase': (values) => values.splice(2, 1, newId()),
      'who does not work here': (values) => values.splice(3, 1, NOBODY),
      'one that nobody ordered': ([, , id]) =>
        stage.club.owner.query('delete from staff.instruction where subject = $1', [id]),
      'one that another of the staff ordered': ([, , id]) =>
        stage.club.owner.query('update staff.instruction set staff_id = $2 where subject = $1', [id, BO]),
      'one that was carried out': ([, , id]) =>
        stage.club.owner.query('update staff.instruction set done_at = clock.now() where subject = $1', [id]),
      'one that was given back': ([, , id]) => set('video.purchase', String(id), 'refunded_at = now()'),
      'one that was never paid': ([, , id]) =>
        stage.club.owner.query(`delete from ledger.transfer where ref = $1`, [id]),
      'one of another price than was paid': ([, , id]) => set('video.purchase', String(id), 'price = price + 1'),
      'one so dear that it takes two': ([, , id]) => set('video.purchase', String(id), 'price = 100000000'),
    },
  },
  {
    name: 'video.refund_withdrawn',
    kinds: ['purchase available sales 5000', 'purchase-refund sales available 5000'],
    async call(member = stage.mira) {
      const id = await bought(member);
      await set('video.title', stage.titleId, `withdrawn_at = clock.now() - interval '11 minutes'`);
      return [member.bucket, member.memberId, id];
    },
    spoil: {
      'no purchase': (values) => values.splice(2, 1, newId()),
      'a title that is there': () => set('video.title', stage.titleId, 'withdrawn_at = null'),
      'a title that was taken away a moment ago': () => set('video.title', stage.titleId, 'withdrawn_at = clock.now()'),
      'one whose time was over by then': ([, , id]) =>
        set('video.purchase', String(id), `until = clock.now() - interval '1 hour'`),
      'one that was never paid': ([, , id]) =>
        stage.club.owner.query(`delete from ledger.transfer where ref = $1`, [id]),
    },
  },
];
