import { z } from 'zod';
import { record } from '../../../audit/audit.ts';
import { ROW_CURSOR } from '../../../db/keyset.ts';
import type { Db } from '../../../db/pool.ts';
import { transaction } from '../../../db/transaction.ts';
import { CASE_REASONS, CASE_SORTS, CASE_STATES, listCases } from '../../../risk/cases.ts';
import type { Http } from '../../http.ts';
import { PROBLEMS } from '../../shared/forms.ts';
import { page, pageQuery, Uuid } from '../../shared/shapes.ts';
import { DAYS, spanOf } from '../../shared/statement-query.ts';
import { given, sortQuery } from '../list-filter.ts';
import { accountOf } from '../members/member-params.ts';
import { staffOf } from '../staff-caller.ts';
import { answerCases, CaseParams, ReadRiskCaseAnswer, RiskCaseAnswer, readCaseForConsole } from './case-shapes.ts';

const READERS = ['support', 'auditor', 'owner'] as const;

const FILTER = {
  state: z.enum(CASE_STATES).optional().describe('`due`: waits for staff; `later`: a follow-up whose day has not come'),
  reason: z.enum(CASE_REASONS).optional(),
  memberId: Uuid.optional(),
  ...DAYS,
  sort: sortQuery(CASE_SORTS),
};

export function listCasesRoute(http: Http, deps: { db: Db }): void {
  http.route({
    method: 'GET',
    url: '/api/console/risk-cases',
    config: { access: 'staff', roles: READERS, readCost: 2 },
    schema: {
      tags: ['console'],
      summary: 'Cases to talk with members at risk, usually newest first',
      querystring: pageQuery(ROW_CURSOR).extend(FILTER),
      response: { 200: page(RiskCaseAnswer), ...PROBLEMS },
    },
    handler: (request) => {
      const { limit, cursor, from, to, ...filter } = request.query;
      return transaction(deps.db, async (tx) => {
        const query = { ...given({ ...filter, cursor }), ...spanOf({ from, to }), limit };
        const found = await listCases(tx.q, query);
        const seen = found.items.map(({ memberId, id }) => ({ memberId, id }));
        const by = { staff: staffOf(request), why: null, address: request.ip };
        await record(tx, { ...by, act: 'risk-cases-read', after: seen });
        return { ...found, items: await answerCases(tx.q, found.items) };
      });
    },
  });
}

export function readRiskCaseRoute(http: Http, deps: { db: Db }): void {
  http.route({
    method: 'GET',
    url: '/api/console/members/:memberId/risk-cases/:id',
    config: { access: 'staff', roles: READERS, readCost: 2 },
    schema: {
      tags: ['console'],
      summary: 'One case with the signs, the limits, and what staff did',
      params: CaseParams,
      response: { 200: ReadRiskCaseAnswer, ...PROBLEMS },
    },
    handler: (request) => {
      const { id } = request.params;
      const member = accountOf(request.params);
      return transaction(deps.db, async (tx) => {
        const found = await readCaseForConsole(tx, member, id);
        const by = { staff: staffOf(request), why: null, address: request.ip };
        await record(tx, { ...by, act: 'risk-case-read', member, subject: `risk-case/${id}` });
        return found;
      });
    },
  });
}
