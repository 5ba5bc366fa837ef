import { z } from 'zod';
import { record } from '../../../audit/audit.ts';
import { ROW_CURSOR } from '../../../db/keyset.ts';
import { transaction } from '../../../db/transaction.ts';
import type { StaffDeps } from '../../../staff/deps.ts';
import { outcomesOf } from '../../../staff/proposal-outcomes.ts';
import {
  listProposals,
  type Person,
  PROPOSAL_KINDS,
  PROPOSAL_SORTS,
  type ProposalQuery,
} from '../../../staff/proposals.ts';
import type { Http } from '../../http.ts';
import { PROBLEMS } from '../../shared/forms.ts';
import { page, pageQuery, Uuid } from '../../shared/shapes.ts';
import { DAYS, spanOf } from '../../shared/statement-query.ts';
import { given, sortQuery } from '../list-filter.ts';
import { staffOf } from '../staff-caller.ts';
import { answerProposals, ProposalAnswer } from './proposal-shapes.ts';

/** Filter of proposals, shared by the list and its CSV file. */
export const PROPOSAL_FILTER = {
  what: z.enum(PROPOSAL_KINDS).optional(),
  by: Uuid.optional().describe('Staff account of the proposer'),
  state: z
    .enum(['open', 'decidable', 'own'])
    .optional()
    .describe('Only open proposals; `decidable`: only those that the caller may decide; `own`: only the caller’s'),
  ...DAYS,
  sort: sortQuery(PROPOSAL_SORTS),
};

/** The filter as the domain takes it. Throws `date-bad` if the days of proposing end before they begin. */
export function proposalFilter(
  query: z.infer<z.ZodObject<typeof PROPOSAL_FILTER>>,
  staff: Person,
): Omit<ProposalQuery, 'limit' | 'cursor'> {
  const { state, from, to, ...same } = query;
  const decider = state === 'decidable' ? { decider: staff } : {};
  const own = state === 'own' ? { proposer: staff.id } : {};
  return { ...given(same), ...decider, ...own, open: state !== undefined, ...spanOf({ from, to }) };
}

export function listProposalsRoute(http: Http, { staff: deps }: { staff: StaffDeps }): void {
  http.route({
    method: 'GET',
    url: '/api/console/proposals',
    config: { access: 'staff', roles: ['finance', 'auditor', 'owner'] },
    schema: {
      tags: ['console'],
      summary: 'Proposals, usually newest first',
      querystring: pageQuery(ROW_CURSOR).extend(PROPOSAL_FILTER),
      response: { 200: page(ProposalAnswer), ...PROBLEMS },
    },
    handler: (request) => {
      const { limit, cursor, ...filter } = request.query;
      const staff = staffOf(request);
      return transaction(deps.db, async (tx) => {
        const query = { ...proposalFilter(filter, staff), ...given({ cursor }), limit };
        const found = await listProposals(tx.q, deps.macs, query);
        const items = await answerProposals(tx, found.items, await outcomesOf(tx.q, deps.macs, found.items));
        await record(tx, { staff, act: 'proposals-read', why: null, address: request.ip });
        return { ...found, items };
      });
    },
  });
}
