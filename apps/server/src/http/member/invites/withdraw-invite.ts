import { z } from 'zod';
import { transaction } from '../../../db/transaction.ts';
import { readMemberInvite, withdrawInvite } from '../../../members/invites/member-invites.ts';
import { identityOf } from '../../auth.ts';
import type { Http } from '../../http.ts';
import { FORM_BYTES_MAX, PROBLEMS } from '../../shared/forms.ts';
import { Uuid } from '../../shared/shapes.ts';
import type { MemberDeps } from '../deps.ts';
import { answerInvite, InviteAnswer } from './invite-answers.ts';

export function withdrawInviteRoute(http: Http, { members, payments }: Pick<MemberDeps, 'members' | 'payments'>): void {
  const deps = { db: members.db, cipher: payments.cipher };
  http.route({
    method: 'POST',
    url: '/api/me/invites/withdraw',
    config: { access: 'member' },
    bodyLimit: FORM_BYTES_MAX,
    schema: {
      tags: ['members'],
      summary: 'Withdraw an unused invite',
      body: z.strictObject({ id: Uuid }),
      response: { 200: InviteAnswer, ...PROBLEMS },
    },
    handler: async (request) => {
      const identity = identityOf(request);
      const { id } = request.body;
      await transaction(deps.db, (tx) => withdrawInvite(tx, identity, id));
      return answerInvite(await readMemberInvite(deps, identity, id));
    },
  });
}
