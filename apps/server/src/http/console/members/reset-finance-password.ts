import { z } from 'zod';
import { record } from '../../../audit/audit.ts';
import { transaction } from '../../../db/transaction.ts';
import { startFinanceReset } from '../../../members/finance-password/finance-reset.ts';
import { readPerson } from '../../../members/persons/persons.ts';
import type { Http } from '../../http.ts';
import { PROBLEMS } from '../../shared/forms.ts';
import type { ConsoleDeps } from '../deps.ts';
import { staffOf } from '../staff-caller.ts';
import { accountOf, MemberParams, refuseWithoutWhy, Why } from './member-params.ts';

export function resetFinancePasswordRoute(http: Http, { members }: Pick<ConsoleDeps, 'members'>): void {
  http.route({
    method: 'POST',
    url: '/api/console/members/:memberId/finance-password-reset',
    config: { access: 'staff', roles: ['support'], stepUp: true, readByMembers: true },
    schema: {
      tags: ['console'],
      summary: 'Start a reset of the finance password; it takes effect after a day unless the member cancels it',
      params: MemberParams,
      body: z.strictObject({ why: Why }),
      response: { 201: z.object({ effectiveAtMs: z.number().int() }), ...PROBLEMS },
    },
    handler: async (request, reply) => {
      const { why } = request.body;
      refuseWithoutWhy(why);
      const account = accountOf(request.params);
      const staff = staffOf(request);
      const { effectiveAt } = await transaction(members.db, async (tx) => {
        await readPerson(tx.q, account);
        const reset = await startFinanceReset(tx, account, staff.id);
        await record(tx, {
          staff,
          act: 'finance-password-reset',
          why,
          member: account,
          subject: `finance-reset/${reset.id}`,
          after: { effectiveAt: reset.effectiveAt },
          address: request.ip,
        });
        return reset;
      });
      return reply.code(201).send({ effectiveAtMs: effectiveAt.getTime() });
    },
  });
}
