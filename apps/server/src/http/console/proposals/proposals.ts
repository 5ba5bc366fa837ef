import { z } from 'zod';
import { record } from '../../../audit/audit.ts';
import { transaction } from '../../../db/transaction.ts';
import type { StaffDeps } from '../../../staff/deps.ts';
import { outcomesOf } from '../../../staff/proposal-outcomes.ts';
import { listProposals, PROPOSAL_KINDS } from '../../../staff/proposals.ts';
import type { Http } from '../../http.ts';
import { PROBLEMS } from '../../shared/forms.ts';
import { ID_CURSOR, page, pageQuery } from '../../shared/shapes.ts';
import { given } from '../members/list-members.ts';
import { staffOf } from '../staff-caller.ts';
import { answerProposals, ProposalAnswer } from './proposal-shapes.ts';

export function listProposalsRoute(http: Http, { staff: deps }: { staff: StaffDeps }): void {
  http.route({
    method: 'GET',
    url: '/api/console/proposals',
    config: { access: 'staff', roles: ['finance', 'auditor', 'owner'] },
    schema: {
      tags: ['console'],
      summary: 'Proposals, newest first',
      querystring: pageQuery(ID_CURSOR).extend({
        what: z.enum(PROPOSAL_KINDS).optional(),
        open: z.enum(['true', 'false']).default('false').describe('Only open proposals'),
      }),
      response: { 200: page(ProposalAnswer), ...PROBLEMS },
    },
    handler: (request) => {
      const { limit, cursor, what, open } = request.query;
      return transaction(deps.db, async (tx) => {
        const requested = { ...given({ what, before: cursor }), open: open === 'true', limit };
        const found = await listProposals(tx.q, deps.macs, requested);
        const items = await answerProposals(tx, found.items, await outcomesOf(tx.q, deps.macs, found.items));
        await record(tx, { staff: staffOf(request), act: 'proposals-read', why: null, address: request.ip });
        return { ...found, items };
      });
    },
  });
}
