import { type AnswerOf, call } from '../shared/client.ts';
import { memberKey, type ResourceApi, readMemberKey } from '../shared/data-provider.ts';

export type Booking = NonNullable<AnswerOf<'get', '/api/console/members/{memberId}/desk/{id}'>['booking']>;
export type ListedBooking = AnswerOf<'get', '/api/console/bookings'>['items'][number];

export const BOOKING_STATES = ['asked', 'proposed', 'agreed', 'declined', 'done'] as const;

export const bookingsApi: ResourceApi<ListedBooking, ListedBooking> = {
  keyOf: memberKey,
  list: ({ limit, cursor, filter, signal }) =>
    call('get', '/api/console/bookings', { query: { limit, cursor, ...filter }, signal }),
  one: (key, signal) =>
    call('get', '/api/console/members/{memberId}/bookings/{id}', { params: readMemberKey(key), signal }),
};

/** A booking request of a member, in the version that the page shows. */
interface Shown {
  memberId: string;
  booking: Pick<Booking, 'id' | 'version'>;
}

const paramsOf = ({ memberId, booking }: Shown) => ({ memberId, id: booking.id });

/** All acts are safe to repeat. */
export function proposeBooking(shown: Shown, proposal: { day: string; hour: string; note: string }): Promise<Booking> {
  return call('post', '/api/console/members/{memberId}/bookings/{id}/propose', {
    params: paramsOf(shown),
    body: { version: shown.booking.version, ...proposal },
  });
}

export function declineBooking(shown: Shown, why: string): Promise<Booking> {
  return call('post', '/api/console/members/{memberId}/bookings/{id}/decline', {
    params: paramsOf(shown),
    body: { version: shown.booking.version, why },
  });
}

export function agreeToBooking(shown: Shown): Promise<Booking> {
  return call('post', '/api/console/members/{memberId}/bookings/{id}/agree', {
    params: paramsOf(shown),
    body: { version: shown.booking.version },
  });
}

export function markBookingDone(shown: Shown): Promise<Booking> {
  return call('post', '/api/console/members/{memberId}/bookings/{id}/done', {
    params: paramsOf(shown),
    body: { version: shown.booking.version },
  });
}
