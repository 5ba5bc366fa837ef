import { transaction } from '../../../db/transaction.ts';
import { makeInvite, readMemberInvite } from '../../../members/invites/member-invites.ts';
import { identityOf } from '../../auth.ts';
import type { Http } from '../../http.ts';
import { FORM_BYTES_MAX, PROBLEMS } from '../../shared/forms.ts';
import { keyOf, MoneyHeaders } from '../../shared/money-input.ts';
import type { MemberDeps } from '../deps.ts';
import { answerInvite, InviteAnswer } from './invite-answers.ts';

export function makeInviteRoute(http: Http, { members, payments }: Pick<MemberDeps, 'members' | 'payments'>): void {
  const deps = { db: members.db, cipher: payments.cipher };
  http.route({
    method: 'POST',
    url: '/api/me/invites',
    config: { access: 'member' },
    bodyLimit: FORM_BYTES_MAX,
    schema: {
      tags: ['members'],
      summary: 'Create an invite: once for each Idempotency-Key',
      headers: MoneyHeaders,
      response: { 201: InviteAnswer, ...PROBLEMS },
    },
    handler: async (request, reply) => {
      const identity = identityOf(request);
      const key = keyOf(request);
      const id = await transaction(deps.db, (tx) => makeInvite(tx, deps, identity, key));
      return reply.code(201).send(answerInvite(await readMemberInvite(deps, identity, id)));
    },
  });
}
