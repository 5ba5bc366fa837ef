import { record } from '../../../audit/audit.ts';
import type { Db } from '../../../db/pool.ts';
import { transaction } from '../../../db/transaction.ts';
import { listMessages } from '../../../members/messages/messages.ts';
import type { Http } from '../../http.ts';
import { PROBLEMS } from '../../shared/forms.ts';
import { MessageAnswer } from '../../shared/message-answers.ts';
import { ID_CURSOR, page, pageQuery } from '../../shared/shapes.ts';
import { staffOf } from '../staff-caller.ts';
import { accountOf, MemberParams } from './member-params.ts';
import { memberOrRefuse } from './member-shapes.ts';

export function memberMessagesRoute(http: Http, { db }: { db: Db }): void {
  http.route({
    method: 'GET',
    url: '/api/console/members/:memberId/messages',
    config: { access: 'staff', roles: ['support', 'finance', 'auditor', 'owner'] },
    schema: {
      tags: ['console'],
      summary: 'Messages to a member, newest first; marks nothing as read',
      params: MemberParams,
      querystring: pageQuery(ID_CURSOR),
      response: { 200: page(MessageAnswer), ...PROBLEMS },
    },
    handler: async (request) => {
      const account = accountOf(request.params);
      const { limit, cursor } = request.query;
      await transaction(db, async (tx) => {
        await memberOrRefuse(tx.q, account);
        const by = { staff: staffOf(request), why: null, address: request.ip };
        await record(tx, { ...by, act: 'member-messages-read', member: account });
      });
      return listMessages(db, account, { limit, ...(cursor === undefined ? {} : { before: cursor }) });
    },
  });
}
