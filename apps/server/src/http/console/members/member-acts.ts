import { type LoggedAct, listActs } from '../../../audit/acts.ts';
import { record } from '../../../audit/audit.ts';
import type { Db } from '../../../db/pool.ts';
import { transaction } from '../../../db/transaction.ts';
import type { Http } from '../../http.ts';
import { PROBLEMS } from '../../shared/forms.ts';
import { page, pageQuery } from '../../shared/shapes.ts';
import { ACT_CURSOR, ActAnswer, answerAct } from '../audit/audit.ts';
import { staffOf } from '../staff-caller.ts';
import { accountOf, MemberParams } from './member-params.ts';
import { memberOrRefuse } from './member-shapes.ts';

/** Staff acts about one member, for staff who work with that member. The whole log is for auditor and owner. */
export function memberActsRoute(http: Http, { db }: { db: Db }): void {
  http.route({
    method: 'GET',
    url: '/api/console/members/:memberId/acts',
    config: { access: 'staff', roles: ['support', 'finance', 'auditor', 'owner'] },
    schema: {
      tags: ['console'],
      summary: 'Acts of staff on a member’s money or account, views included; newest first',
      params: MemberParams,
      querystring: pageQuery(ACT_CURSOR),
      response: { 200: page(ActAnswer), ...PROBLEMS },
    },
    handler: (request) => {
      const member = accountOf(request.params);
      const { limit, cursor } = request.query;
      return transaction(db, async (tx) => {
        await memberOrRefuse(tx.q, member);
        const before = cursor === undefined ? {} : { before: BigInt(cursor) };
        const found = await listActs(tx.q, { member, limit, ...before });
        const by = { staff: staffOf(request), why: null, address: request.ip };
        await record(tx, { ...by, act: 'member-acts-read', member });
        return { ...found, items: found.items.map((act) => answerAct(withoutOthers(act, member.memberId))) };
      });
    },
  });
}

/** Hides what a list or file showed of other members. */
function withoutOthers(act: LoggedAct, memberId: string): LoggedAct {
  return act.memberId === memberId ? act : { ...act, before: null, after: null };
}
