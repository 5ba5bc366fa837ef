import { z } from 'zod';
import { record } from '../../../audit/audit.ts';
import { clockNow } from '../../../db/clock.ts';
import { type Tx, transaction } from '../../../db/transaction.ts';
import { DAY_MS } from '../../../durations.ts';
import { suspend, suspensionOf } from '../../../members/account/suspensions.ts';
import { notifyMember } from '../../../members/messages/messages.ts';
import { Refusal } from '../../../refusal.ts';
import type { Http } from '../../http.ts';
import { FORM_BYTES_MAX, PROBLEMS } from '../../shared/forms.ts';
import type { ConsoleDeps } from '../deps.ts';
import { Moment } from '../input-shapes.ts';
import { staffOf } from '../staff-caller.ts';
import { accountOf, MemberParams, refuseWithoutWhy, Why } from './member-params.ts';

/** Maximum length of a suspension. A longer one needs a new suspension and so a new review. */
const DAYS_MAX = 366;

export function suspendMemberRoute(http: Http, { members }: Pick<ConsoleDeps, 'members'>): void {
  http.route({
    method: 'POST',
    url: '/api/console/members/:memberId/suspension',
    config: { access: 'staff', roles: ['support', 'owner'], stepUp: true, readByMembers: true },
    bodyLimit: FORM_BYTES_MAX,
    schema: {
      tags: ['console'],
      summary: 'Suspend a member until a day, with a reason for the member, who can still withdraw the whole balance',
      params: MemberParams,
      body: z.strictObject({
        why: Why.describe('Shown to the member'),
        untilMs: Moment.describe('At most 366 days from now'),
      }),
      response: { 201: z.object({ id: z.uuid(), untilMs: z.number().int() }), ...PROBLEMS },
    },
    handler: async (request, reply) => {
      const { why, untilMs } = request.body;
      refuseWithoutWhy(why);
      const member = accountOf(request.params);
      const staff = staffOf(request);
      const id = await transaction(members.db, async (tx) => {
        await refuseBadEnd(tx, untilMs);
        const before = await suspensionOf(tx.q, member.memberId);
        const until = new Date(untilMs);
        const made = await suspend(tx, members.sessions, member.memberId, { reason: why, until });
        await notifyMember(tx, member, { kind: 'account-suspended', params: { why, untilMs } });
        const act = { act: 'member-suspended', subject: `suspension/${made}`, before, after: { reason: why, until } };
        await record(tx, { ...act, staff, why, member, address: request.ip });
        return made;
      });
      return reply.code(201).send({ id, untilMs });
    },
  });
}

/** Throws `date-bad` if the end is in the past or too far ahead. */
async function refuseBadEnd(tx: Tx, untilMs: number): Promise<void> {
  const leftMs = untilMs - (await clockNow(tx.q)).getTime();
  if (leftMs <= 0 || leftMs > DAYS_MAX * DAY_MS) throw new Refusal('date-bad', {}, { untilMs: 'date-bad' });
}
