import type { FastifyReply, FastifyRequest } from 'fastify';
import { z } from 'zod';
import { transaction } from '../../../db/transaction.ts';
import { touchThread } from '../../../desk/touch.ts';
import { openThread } from '../../../desk/write.ts';
import { actOnBooking } from '../../../directory/booking-acts.ts';
import { listBookings, readBooking } from '../../../directory/booking-records.ts';
import { requestBooking } from '../../../directory/bookings.ts';
import type { DirectoryDeps } from '../../../directory/deps.ts';
import { SERVICES } from '../../../directory/services.ts';
import { LANGUAGES } from '../../../languages.ts';
import { lockMember } from '../../../members/account/suspensions.ts';
import { identityOf } from '../../auth.ts';
import type { Http } from '../../http.ts';
import { BookingAnswer, BookingParams, TypedDay, TypedHour, Version } from '../../shared/directory-shapes.ts';
import { FORM_BYTES_MAX, PROBLEMS, TypedWords } from '../../shared/forms.ts';
import { keyOf, MoneyHeaders } from '../../shared/money-input.ts';
import { ID_CURSOR, page, pageQuery, Uuid } from '../../shared/shapes.ts';
import { readersOf } from './hosts.ts';

/** Body limit in bytes: 1000 characters of note, escaped as JSON. */
const BOOKING_BYTES_MAX = FORM_BYTES_MAX + 12_288;

export function requestBookingRoute(http: Http, deps: DirectoryDeps): void {
  http.route({
    method: 'POST',
    url: '/api/hosts/:id/bookings',
    config: { access: 'member' },
    bodyLimit: BOOKING_BYTES_MAX,
    schema: {
      tags: ['directory'],
      summary: 'Request a booking: once for each Idempotency-Key. Opens a conversation that names the host',
      params: z.object({ id: Uuid }),
      headers: MoneyHeaders,
      body: z.strictObject({
        service: z.enum(SERVICES),
        language: z.enum(LANGUAGES),
        day: TypedDay.describe('`YYYY-MM-DD` in the host’s city'),
        hour: TypedHour.describe('`HH:MM` in the host’s city'),
        note: TypedWords.describe('Up to 1000 characters; may be empty'),
      }),
      response: { 201: BookingAnswer, ...PROBLEMS },
    },
    handler: async (request, reply) => {
      const own = identityOf(request);
      const readers = await readersOf(deps, request, reply);
      const key = keyOf(request);
      const hostId = request.params.id;
      const made = await transaction(deps.db, async (tx) => {
        // Of two concurrent calls with one key, the second finds the first's request.
        await lockMember(tx, own.memberId);
        const open = (words: string) => openThread(tx, own, { key, subject: 'host', hostId, words });
        const id = await requestBooking(tx, own, { key, hostId, ...request.body }, open);
        return readBooking(tx.q, readers, own, id);
      });
      return reply.code(201).send(made);
    },
  });
}

export function listBookingsRoute(http: Http, deps: DirectoryDeps): void {
  http.route({
    method: 'GET',
    url: '/api/me/bookings',
    config: { access: 'restricted' },
    schema: {
      tags: ['directory'],
      summary: 'The member’s booking requests, newest first',
      querystring: pageQuery(ID_CURSOR).extend({
        threadId: Uuid.optional().describe('Only the request of this conversation'),
      }),
      response: { 200: page(BookingAnswer), ...PROBLEMS },
    },
    handler: async (request, reply) => {
      const { limit, cursor, threadId } = request.query;
      const query = {
        limit,
        ...(cursor === undefined ? {} : { cursor }),
        ...(threadId === undefined ? {} : { threadId }),
      };
      return listBookings(deps.db, await readersOf(deps, request, reply), identityOf(request), query);
    },
  });
}

/** The acts of the member, by the last part of the address. A suspended member can still withdraw a request. */
const ACTS = [
  { name: 'accept', kind: 'accept', access: 'member', summary: 'Accept the concierge’s proposal' },
  { name: 'end', kind: 'end', access: 'restricted', summary: 'Decline a proposal, or withdraw the request' },
] as const;

/** Adds one endpoint for each of `ACTS`. */
export function actOnBookingRoute(http: Http, deps: DirectoryDeps): void {
  for (const { name, kind, access, summary } of ACTS) {
    http.route({
      method: 'POST',
      url: `/api/me/bookings/:id/${name}`,
      config: { access },
      bodyLimit: FORM_BYTES_MAX,
      schema: {
        tags: ['directory'],
        summary,
        params: BookingParams,
        body: z.strictObject({ version: Version }),
        response: { 200: BookingAnswer, ...PROBLEMS },
      },
      handler: (request, reply) => act(deps, request, reply, { kind, ...request.body, id: request.params.id }),
    });
  }
}

async function act(
  deps: DirectoryDeps,
  request: FastifyRequest,
  reply: FastifyReply,
  { id, ...wanted }: { id: string; kind: 'accept' | 'end'; version: number },
) {
  const own = identityOf(request);
  const readers = await readersOf(deps, request, reply);
  return transaction(deps.db, async (tx) => {
    const { what, threadId } = await actOnBooking(tx, own, id, wanted);
    if (what === 'changed') await touchThread(tx, own, threadId, 'member');
    return readBooking(tx.q, readers, own, id);
  });
}
