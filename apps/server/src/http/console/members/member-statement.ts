import { record } from '../../../audit/audit.ts';
import { transaction } from '../../../db/transaction.ts';
import type { Http } from '../../http.ts';
import { PROBLEMS } from '../../shared/forms.ts';
import { pageQuery } from '../../shared/shapes.ts';
import { answerStatement, STATEMENT_CURSOR, StatementAnswer } from '../../shared/statement-answers.ts';
import { FILTER, filterOf } from '../../shared/statement-query.ts';
import type { ConsoleDeps } from '../deps.ts';
import { given, logged } from '../list-filter.ts';
import { staffOf } from '../staff-caller.ts';
import { accountOf, MemberParams } from './member-params.ts';
import { memberOrRefuse } from './member-shapes.ts';

type Deps = Pick<ConsoleDeps, 'members' | 'catalogue'>;

export function memberStatementRoute(http: Http, { members, catalogue }: Deps): void {
  const { db } = members;
  http.route({
    method: 'GET',
    url: '/api/console/members/:memberId/statement',
    config: { access: 'staff', roles: ['support', 'finance', 'auditor', 'owner'], readCost: 3 },
    schema: {
      tags: ['console'],
      summary: 'Every transfer of a member, newest first, as the member sees it',
      params: MemberParams,
      querystring: pageQuery(STATEMENT_CURSOR).extend(FILTER),
      response: { 200: StatementAnswer, ...PROBLEMS },
    },
    handler: async (request) => {
      const account = accountOf(request.params);
      const { limit, cursor, ...wishes } = request.query;
      const filter = filterOf(wishes);
      await transaction(db, async (tx) => {
        await memberOrRefuse(tx.q, account);
        const by = { staff: staffOf(request), why: null, address: request.ip };
        await record(tx, { ...by, act: 'member-statement-read', member: account, after: logged(given(wishes)) });
      });
      const query = { ...filter, limit, ...(cursor === undefined ? {} : { cursor }) };
      return answerStatement({ db, catalogue }, account, query);
    },
  });
}
