import { z } from 'zod';
import { record } from '../../../audit/audit.ts';
import { transaction } from '../../../db/transaction.ts';
import { readPerson } from '../../../members/persons/persons.ts';
import { grantPayeePermit } from '../../../payments/payees/payee-permits.ts';
import type { Http } from '../../http.ts';
import { PROBLEMS } from '../../shared/forms.ts';
import type { ConsoleDeps } from '../deps.ts';
import { staffOf } from '../staff-caller.ts';
import { accountOf, MemberParams, refuseWithoutWhy, Why } from './member-params.ts';

export function permitPayeeRoute(http: Http, { members, payments }: Pick<ConsoleDeps, 'members' | 'payments'>): void {
  http.route({
    method: 'POST',
    url: '/api/console/members/:memberId/payee-permit',
    config: { access: 'staff', roles: ['support'], stepUp: true, readByMembers: true },
    schema: {
      tags: ['console'],
      summary: 'Permit a member, for a week, to replace the card or account for payouts',
      params: MemberParams,
      body: z.strictObject({ why: Why }),
      response: { 201: z.object({ expiresAtMs: z.number().int() }), ...PROBLEMS },
    },
    handler: async (request, reply) => {
      const { why } = request.body;
      refuseWithoutWhy(why);
      const account = accountOf(request.params);
      const staff = staffOf(request);
      const { expiresAt } = await transaction(members.db, async (tx) => {
        await readPerson(tx.q, account);
        const permit = await grantPayeePermit(tx, payments, account, staff.id);
        await record(tx, {
          staff,
          act: 'payee-permit',
          why,
          member: account,
          subject: `payee-permit/${permit.id}`,
          after: { expiresAt: permit.expiresAt },
          address: request.ip,
        });
        return permit;
      });
      return reply.code(201).send({ expiresAtMs: expiresAt.getTime() });
    },
  });
}
