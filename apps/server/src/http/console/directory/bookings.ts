import { z } from 'zod';
import { record } from '../../../audit/audit.ts';
import { ROW_CURSOR } from '../../../db/keyset.ts';
import type { Db } from '../../../db/pool.ts';
import { transaction } from '../../../db/transaction.ts';
import {
  BOOKING_SORTS,
  type BookingsQuery,
  type ListedBooking,
  listAllBookings,
  readListedBooking,
} from '../../../directory/booking-lists.ts';
import { BOOKING_STATES } from '../../../directory/booking-records.ts';
import type { Http } from '../../http.ts';
import { BookingAnswer } from '../../shared/directory-shapes.ts';
import { PROBLEMS } from '../../shared/forms.ts';
import { page, pageQuery, Uuid } from '../../shared/shapes.ts';
import { Day, spanOf } from '../../shared/statement-query.ts';
import { DeskParams, STAFF_READERS } from '../desk/desk-threads.ts';
import { given, sortQuery } from '../list-filter.ts';
import { memberNames } from '../members/member-names.ts';
import { accountOf } from '../members/member-params.ts';
import { staffOf } from '../staff-caller.ts';

/** Those who read conversations: each booking request is one. */
const ROLES = ['support', 'auditor', 'owner'] as const;

const ListedBookingAnswer = BookingAnswer.extend({
  memberId: z.uuid(),
  userName: z.string().describe('User name of the member'),
  hostName: z.string().describe('Empty for a removed host'),
  hostIsShown: z.boolean(),
  cityId: z.uuid(),
  city: z.record(z.string(), z.object({ name: z.string() })).describe('Names of the host’s city by language'),
});
z.globalRegistry.add(ListedBookingAnswer, { id: 'ConsoleBooking' });

const BOOKING_FILTER = {
  state: z.enum(BOOKING_STATES).optional(),
  search: z.string().trim().max(80).optional().describe('Part of a host’s name, in any language'),
  cityId: Uuid.optional(),
  memberId: Uuid.optional(),
  from: Day.optional().describe('First day, agreed or proposed, else requested, in the host’s city'),
  to: Day.optional().describe('Last such day'),
  sort: sortQuery(BOOKING_SORTS),
};

/** The filter as the domain takes it. Throws `date-bad` if the days end before they begin. */
function bookingFilter(query: z.infer<z.ZodObject<typeof BOOKING_FILTER>>): Omit<BookingsQuery, 'limit' | 'cursor'> {
  const { memberId, from, to, ...same } = query;
  const booker = memberId === undefined ? undefined : accountOf({ memberId });
  return { ...given({ ...same, booker }), ...spanOf({ from, to }) };
}

export function listAllBookingsRoute(http: Http, { db }: { db: Db }): void {
  http.route({
    method: 'GET',
    url: '/api/console/bookings',
    config: { access: 'staff', roles: ROLES, readCost: 2 },
    schema: {
      tags: ['console'],
      summary: 'Booking requests of all members: usually open ones by the nearest day, others by the latest',
      querystring: pageQuery(ROW_CURSOR).extend(BOOKING_FILTER),
      response: { 200: page(ListedBookingAnswer), ...PROBLEMS },
    },
    handler: (request) => {
      const { limit, cursor, ...filter } = request.query;
      return transaction(db, async (tx) => {
        const query = { ...bookingFilter(filter), ...given({ cursor }), limit };
        const found = await listAllBookings(tx.q, STAFF_READERS, query);
        const seen = found.items.map(({ memberId, id }) => ({ memberId, id }));
        const by = { staff: staffOf(request), why: null, address: request.ip };
        await record(tx, { ...by, act: 'bookings-read', after: seen });
        const nameOf = await memberNames(
          tx.q,
          found.items.map(({ memberId }) => memberId),
        );
        return { ...found, items: found.items.map((one) => answerBooking(one, nameOf)) };
      });
    },
  });
}

export function readAnyBookingRoute(http: Http, { db }: { db: Db }): void {
  http.route({
    method: 'GET',
    url: '/api/console/members/:memberId/bookings/:id',
    config: { access: 'staff', roles: ROLES },
    schema: {
      tags: ['console'],
      summary: 'One booking request',
      params: DeskParams,
      response: { 200: ListedBookingAnswer, ...PROBLEMS },
    },
    handler: (request) => {
      const { id } = request.params;
      const member = accountOf(request.params);
      return transaction(db, async (tx) => {
        const booking = await readListedBooking(tx.q, STAFF_READERS, member, id);
        const by = { staff: staffOf(request), why: null, address: request.ip };
        await record(tx, { ...by, act: 'booking-read', member, subject: `booking/${id}` });
        return answerBooking(booking, await memberNames(tx.q, [member.memberId]));
      });
    },
  });
}

function answerBooking(
  { bucket: _bucket, ...booking }: ListedBooking,
  nameOf: (memberId: string) => string,
): z.infer<typeof ListedBookingAnswer> {
  return { ...booking, userName: nameOf(booking.memberId) };
}
