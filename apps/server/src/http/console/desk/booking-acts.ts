import type { FastifyRequest } from 'fastify';
import { z } from 'zod';
import { record } from '../../../audit/audit.ts';
import type { Db } from '../../../db/pool.ts';
import { transaction } from '../../../db/transaction.ts';
import { touchThread } from '../../../desk/touch.ts';
import { actOnBooking, HOUSE_NOTE_LENGTH_MAX, type HouseAct } from '../../../directory/booking-acts.ts';
import { readBooking } from '../../../directory/booking-records.ts';
import type { Account } from '../../../ledger/lock.ts';
import { notifyMember } from '../../../members/messages/messages.ts';
import type { SignedInStaff } from '../../../staff/sessions.ts';
import type { Http } from '../../http.ts';
import { BookingAnswer, TypedDay, TypedHour, Version } from '../../shared/directory-shapes.ts';
import { FORM_BYTES_MAX, PROBLEMS } from '../../shared/forms.ts';
import { accountOf, refuseWithoutWhy, Why } from '../members/member-params.ts';
import { staffOf } from '../staff-caller.ts';
import { DeskParams, STAFF_READERS } from './desk-threads.ts';

const ROLES = ['support', 'owner'] as const;
const PATH = '/api/console/members/:memberId/bookings/:id';
const RESPONSE = { 200: BookingAnswer, ...PROBLEMS };
const OnlyVersion = z.strictObject({ version: Version });

/** Adds the concierge's four acts on a booking request. The member gets a message of each. */
export function bookingActsRoute(http: Http, deps: { db: Db }): void {
  http.route({
    method: 'POST',
    url: `${PATH}/propose`,
    config: { access: 'staff', roles: ROLES, readByMembers: true, judgedWords: true },
    bodyLimit: FORM_BYTES_MAX,
    schema: {
      tags: ['console'],
      summary: 'Propose a day and time for a booking request',
      params: DeskParams,
      body: OnlyVersion.extend({
        day: TypedDay,
        hour: TypedHour,
        note: z.string().trim().max(HOUSE_NOTE_LENGTH_MAX).describe('Read by the member; may be empty'),
      }),
      response: RESPONSE,
    },
    handler: (request) => act(deps.db, callerOf(request, request.params), { kind: 'propose', ...request.body }),
  });
  http.route({
    method: 'POST',
    url: `${PATH}/decline`,
    config: { access: 'staff', roles: ROLES, readByMembers: true, judgedWords: true },
    bodyLimit: FORM_BYTES_MAX,
    schema: {
      tags: ['console'],
      summary: 'Decline a booking request, with a reason that the member reads',
      params: DeskParams,
      body: OnlyVersion.extend({ why: Why }),
      response: RESPONSE,
    },
    handler: (request) => {
      refuseWithoutWhy(request.body.why);
      return act(deps.db, callerOf(request, request.params), { kind: 'decline', ...request.body });
    },
  });
  for (const { kind, summary } of PLAIN) {
    http.route({
      method: 'POST',
      url: `${PATH}/${kind}`,
      config: { access: 'staff', roles: ROLES },
      bodyLimit: FORM_BYTES_MAX,
      schema: { tags: ['console'], summary, params: DeskParams, body: OnlyVersion, response: RESPONSE },
      handler: (request) => act(deps.db, callerOf(request, request.params), { kind, ...request.body }),
    });
  }
}

const PLAIN = [
  { kind: 'agree', summary: 'Agree to a booking request as the member asked for it' },
  { kind: 'done', summary: 'Mark an agreed booking as done' },
] as const;

interface Caller {
  staff: SignedInStaff;
  address: string;
  member: Account;
  id: string;
}

function callerOf(request: FastifyRequest, params: z.infer<typeof DeskParams>): Caller {
  return { staff: staffOf(request), address: request.ip, member: accountOf(params), id: params.id };
}

function act(
  db: Db,
  { staff, address, member, id }: Caller,
  wanted: HouseAct & { version: number },
): Promise<z.infer<typeof BookingAnswer>> {
  return transaction(db, async (tx) => {
    const { what, threadId, before, after } = await actOnBooking(tx, member, id, wanted);
    if (what === 'changed') {
      await touchThread(tx, member, threadId, 'house');
      await notifyMember(tx, member, { kind: 'booking-changed', params: { threadId, state: after.state } });
    }
    const booking = await readBooking(tx.q, STAFF_READERS, member, id);
    const { kind, version: _version, ...said } = wanted;
    // A repeat or a request that ended meanwhile still shows the caller a member's data.
    const acted = what === 'changed' ? ACTS[kind] : 'booking-read';
    const why = 'why' in said ? said.why : null;
    const states = what === 'changed' ? { before, after: { ...after, ...said } } : {};
    await record(tx, { act: acted, member, subject: `booking/${id}`, staff, why, address, ...states });
    return booking;
  });
}

/** Codes in the audit log. */
const ACTS: Record<HouseAct['kind'], string> = {
  propose: 'booking-proposed',
  agree: 'booking-agreed',
  decline: 'booking-declined',
  done: 'booking-done',
};
