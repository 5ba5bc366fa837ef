import { z } from 'zod';
import { record } from '../../../audit/audit.ts';
import { transaction } from '../../../db/transaction.ts';
import { ALL_BETTING, type ProposedStop, refuseImpossibleStop } from '../../../draw/tables/stop-betting.ts';
import { STOP_ENDED, STOP_REASONS } from '../../../lottery/stops.ts';
import type { StaffDeps } from '../../../staff/deps.ts';
import { propose } from '../../../staff/proposals.ts';
import type { Http } from '../../http.ts';
import { PROBLEMS } from '../../shared/forms.ts';
import { Moment } from '../input-shapes.ts';
import { refuseWithoutWhy, Why } from '../members/member-params.ts';
import { answerProposal, ProposalAnswer } from '../proposals/proposal-shapes.ts';
import { staffOf } from '../staff-caller.ts';

/** What the book may hold of an order: printable ASCII without quotes and backslashes. */
const OrderText = z
  .string()
  .trim()
  .regex(/^[ !#-[\]-~]{1,200}$/);

const Order = z.strictObject({ authority: OrderText, reference: OrderText });

const What = z.string().regex(/^(betting|table\/[a-z][a-z0-9-]{0,31})$/);

const Body = z.strictObject({
  what: What.describe('`betting` for all lotteries, or `table/KEY`'),
  reason: z.enum(STOP_REASONS).describe('Shown to members and in the book'),
  order: Order.nullable().describe('Order of an authority; required for the reason `authority`, and only for it'),
  untilMs: Moment.nullable().describe('End, in Unix milliseconds; null until two people end it'),
  why: Why,
});

const EndBody = z.strictObject({ what: What, why: Why });

const ACCESS = { access: 'staff', roles: ['owner'], stepUp: true } as const;

export function proposeStopRoute(http: Http, { staff: deps }: { staff: StaffDeps }): void {
  http.route({
    method: 'POST',
    url: '/api/console/stops',
    config: ACCESS,
    schema: {
      tags: ['console'],
      summary:
        'Propose to stop betting on a lottery, or on all; once another person confirms it, periods take no bets that ' +
        'open at least 15 seconds later. Open periods run to their draw, and withdrawals go on',
      body: Body.refine(({ reason, order }) => (reason === 'authority') === (order !== null), { path: ['order'] }),
      response: { 201: ProposalAnswer, ...PROBLEMS },
    },
    handler: async (request, reply) => {
      const { what, why, reason, order, untilMs } = request.body;
      const { authority, reference } = order ?? { authority: null, reference: null };
      const stop = { ends: false, reason, authority, reference, untilMs };
      return reply.code(201).send(await proposeIt(deps, what, stop, { why, request }));
    },
  });
}

export function proposeStopEndRoute(http: Http, { staff: deps }: { staff: StaffDeps }): void {
  http.route({
    method: 'POST',
    url: '/api/console/stops/end',
    config: ACCESS,
    schema: {
      tags: ['console'],
      summary: 'Propose to end a stop of betting; once another person confirms it, the next periods take bets again',
      body: EndBody,
      response: { 201: ProposalAnswer, ...PROBLEMS },
    },
    handler: async (request, reply) => {
      const { what, why } = request.body;
      const end = { ends: true, reason: STOP_ENDED, authority: null, reference: null, untilMs: null } as const;
      return reply.code(201).send(await proposeIt(deps, what, end, { why, request }));
    },
  });
}

interface By {
  why: string;
  request: Parameters<typeof staffOf>[0];
}

function proposeIt(
  deps: StaffDeps,
  what: string,
  stop: ProposedStop,
  { why, request }: By,
): Promise<z.infer<typeof ProposalAnswer>> {
  refuseWithoutWhy(why);
  const staff = staffOf(request);
  return transaction(deps.db, async (tx) => {
    await refuseImpossibleStop(tx.q, what, stop);
    const made = await propose(tx, deps, { what: 'stop', subject: what, body: stop, why, proposedBy: staff.id });
    const subject = what === ALL_BETTING ? what : what.replace(/^table\//, 'lottery/');
    const after = { proposal: made.id, ...stop };
    await record(tx, { act: 'stop-proposed', subject, after, staff, why, address: request.ip });
    return answerProposal(tx, made);
  });
}
