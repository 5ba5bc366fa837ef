import { z } from 'zod';
import { record } from '../../../audit/audit.ts';
import { transaction } from '../../../db/transaction.ts';
import { countOpenFaults } from '../../../reconciliation/fault.ts';
import { closedByFaults } from '../../../reconciliation/read-faults.ts';
import { Refusal } from '../../../refusal.ts';
import type { StaffDeps } from '../../../staff/deps.ts';
import { propose } from '../../../staff/proposals.ts';
import type { Http } from '../../http.ts';
import { FORM_BYTES_MAX, PROBLEMS } from '../../shared/forms.ts';
import { refuseWithoutWhy, Why } from '../members/member-params.ts';
import { staffOf } from '../staff-caller.ts';
import { answerProposal, ProposalAnswer } from './proposal-shapes.ts';

const Ask = z.strictObject({
  subject: z
    .string()
    .regex(/^(money-in|table\/[a-z][a-z0-9-]{0,31})$/)
    .describe('Areas closed because of faults: `money-in`, or `table/` and the key of a lottery'),
  why: Why,
});

/** The number of faults at the time of the proposal. A later fault keeps money in closed. */
export const ReopeningBody = z.object({ faults: z.number().int() });

export function proposeReopeningRoute(http: Http, { staff: deps }: { staff: StaffDeps }): void {
  http.route({
    method: 'POST',
    url: '/api/console/reopenings',
    config: { access: 'staff', roles: ['finance', 'owner'], stepUp: true },
    bodyLimit: FORM_BYTES_MAX,
    schema: {
      tags: ['console'],
      summary: 'Propose to reopen after faults; the jobs reopen once another person confirms it',
      body: Ask,
      response: { 202: ProposalAnswer, ...PROBLEMS },
    },
    handler: async (request, reply) => {
      const { subject, why } = request.body;
      refuseWithoutWhy(why);
      const staff = staffOf(request);
      const answer = await transaction(deps.db, async (tx) => {
        const closed = await closedByFaults(tx.q);
        if (!closed.some((one) => one.subject === subject)) throw new Refusal('too-late');
        const body: z.infer<typeof ReopeningBody> = { faults: await countOpenFaults(tx.q) };
        const made = await propose(tx, deps, { what: 'reopening', subject, body, why, proposedBy: staff.id });
        const states = { subject, after: { proposal: made.id, ...body } };
        await record(tx, { act: 'reopening-proposed', ...states, staff, why, address: request.ip });
        return answerProposal(tx, made);
      });
      return reply.code(202).send(answer);
    },
  });
}
