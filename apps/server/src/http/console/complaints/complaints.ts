import { z } from 'zod';
import { record } from '../../../audit/audit.ts';
import {
  COMPLAINT_SORTS,
  COMPLAINT_STATES,
  type ComplaintQuery,
  listAllComplaints,
} from '../../../complaints/records.ts';
import { ROW_CURSOR } from '../../../db/keyset.ts';
import type { Db } from '../../../db/pool.ts';
import { transaction } from '../../../db/transaction.ts';
import type { Http } from '../../http.ts';
import { PROBLEMS } from '../../shared/forms.ts';
import { page, pageQuery, Uuid } from '../../shared/shapes.ts';
import { DAYS, spanOf } from '../../shared/statement-query.ts';
import type { ConsoleDeps } from '../deps.ts';
import { given, sortQuery } from '../list-filter.ts';
import { accountOf } from '../members/member-params.ts';
import { staffOf } from '../staff-caller.ts';
import {
  answerAllForConsole,
  ComplaintParams,
  ConsoleComplaintAnswer,
  ReadComplaintAnswer,
  readForConsole,
} from './complaint-shapes.ts';

/** Filter of complaints, shared by the list and its CSV file. */
export const COMPLAINT_FILTER = {
  state: z.enum(COMPLAINT_STATES).optional(),
  memberId: Uuid.optional(),
  ...DAYS,
  sort: sortQuery(COMPLAINT_SORTS),
};

/** The filter as the domain takes it. Throws `date-bad` if the days of asking end before they begin. */
export function complaintFilter(
  query: z.infer<z.ZodObject<typeof COMPLAINT_FILTER>>,
): Omit<ComplaintQuery, 'limit' | 'cursor'> {
  const { from, to, ...same } = query;
  return { ...given(same), ...spanOf({ from, to }) };
}

export function listAllComplaintsRoute(http: Http, deps: { db: Db }): void {
  http.route({
    method: 'GET',
    url: '/api/console/complaints',
    config: { access: 'staff', roles: ['support', 'finance', 'auditor', 'owner'], readCost: 2 },
    schema: {
      tags: ['console'],
      summary: 'Complaints of all members, usually nearest deadline first',
      querystring: pageQuery(ROW_CURSOR).extend(COMPLAINT_FILTER),
      response: { 200: page(ConsoleComplaintAnswer), ...PROBLEMS },
    },
    handler: (request) => {
      const { limit, cursor, ...filter } = request.query;
      return transaction(deps.db, async (tx) => {
        const found = await listAllComplaints(tx.q, { ...complaintFilter(filter), ...given({ cursor }), limit });
        const seen = found.items.map(({ memberId, id }) => ({ memberId, id }));
        const by = { staff: staffOf(request), why: null, address: request.ip };
        await record(tx, { ...by, act: 'complaints-read', after: seen });
        return { ...found, items: await answerAllForConsole(tx.q, found.items) };
      });
    },
  });
}

export function readAnyComplaintRoute(http: Http, deps: Pick<ConsoleDeps, 'db' | 'catalogue'>): void {
  http.route({
    method: 'GET',
    url: '/api/console/members/:memberId/complaints/:id',
    config: { access: 'staff', roles: ['support', 'finance', 'auditor', 'owner'] },
    schema: {
      tags: ['console'],
      summary: 'One complaint about a bet, with its proof and entries',
      params: ComplaintParams,
      response: { 200: ReadComplaintAnswer, ...PROBLEMS },
    },
    handler: (request) => {
      const { id } = request.params;
      const member = accountOf(request.params);
      return transaction(deps.db, async (tx) => {
        const complaint = await readForConsole(tx, deps.catalogue(), member, id);
        const by = { staff: staffOf(request), why: null, address: request.ip };
        await record(tx, { ...by, act: 'complaint-read', member, subject: `complaint/${id}` });
        return complaint;
      });
    },
  });
}
