import { z } from 'zod';
import { record } from '../../../audit/audit.ts';
import { FORMAL_SORTS, type FormalQuery, listAllFormal } from '../../../complaints/formal/records.ts';
import { reportComplaints } from '../../../complaints/formal/report.ts';
import { ROW_CURSOR } from '../../../db/keyset.ts';
import type { Db } from '../../../db/pool.ts';
import { transaction } from '../../../db/transaction.ts';
import type { Http } from '../../http.ts';
import { FormalKind, FormalState, FormalSubject } from '../../shared/complaint-answers.ts';
import { PROBLEMS } from '../../shared/forms.ts';
import { page, pageQuery, Uuid } from '../../shared/shapes.ts';
import { DAYS, spanOf } from '../../shared/statement-query.ts';
import { given, sortQuery } from '../list-filter.ts';
import { accountOf } from '../members/member-params.ts';
import { staffOf } from '../staff-caller.ts';
import { ComplaintParams } from './complaint-shapes.ts';
import { answerFormalList, ConsoleFormalAnswer, ReadFormalAnswer, readFormalForConsole } from './formal-shapes.ts';

const READERS = ['support', 'finance', 'auditor', 'owner'] as const;

/** Filter of formal complaints, shared by the list and its CSV file. */
export const FORMAL_FILTER = {
  state: FormalState.optional().describe('`late`: the deadline of the next act has passed'),
  kind: FormalKind.optional().describe('`data`: requests of members about their data'),
  subject: FormalSubject.optional(),
  memberId: Uuid.optional(),
  ...DAYS,
  sort: sortQuery(FORMAL_SORTS),
};

/** The filter as the domain takes it. Throws `date-bad` if the days of filing end before they begin. */
export function formalFilter(query: z.infer<z.ZodObject<typeof FORMAL_FILTER>>): Omit<FormalQuery, 'limit' | 'cursor'> {
  const { from, to, ...same } = query;
  return { ...given(same), ...spanOf({ from, to }) };
}

export function listAllFormalRoute(http: Http, deps: { db: Db }): void {
  http.route({
    method: 'GET',
    url: '/api/console/formal-complaints',
    config: { access: 'staff', roles: READERS, readCost: 2 },
    schema: {
      tags: ['console'],
      summary: 'Formal complaints of all members, usually newest first',
      querystring: pageQuery(ROW_CURSOR).extend(FORMAL_FILTER),
      response: { 200: page(ConsoleFormalAnswer), ...PROBLEMS },
    },
    handler: (request) => {
      const { limit, cursor, ...filter } = request.query;
      return transaction(deps.db, async (tx) => {
        const found = await listAllFormal(tx.q, { ...formalFilter(filter), ...given({ cursor }), limit });
        const seen = found.items.map(({ memberId, id }) => ({ memberId, id }));
        const by = { staff: staffOf(request), why: null, address: request.ip };
        await record(tx, { ...by, act: 'formal-complaints-read', after: seen });
        return { ...found, items: await answerFormalList(tx.q, found.items) };
      });
    },
  });
}

export function readAnyFormalRoute(http: Http, deps: { db: Db }): void {
  http.route({
    method: 'GET',
    url: '/api/console/members/:memberId/formal-complaints/:id',
    config: { access: 'staff', roles: READERS },
    schema: {
      tags: ['console'],
      summary: 'One formal complaint with its entries',
      params: ComplaintParams,
      response: { 200: ReadFormalAnswer, ...PROBLEMS },
    },
    handler: (request) => {
      const { id } = request.params;
      const member = accountOf(request.params);
      return transaction(deps.db, async (tx) => {
        const complaint = await readFormalForConsole(tx, member, id);
        const by = { staff: staffOf(request), why: null, address: request.ip };
        await record(tx, { ...by, act: 'formal-complaint-read', member, subject: `formal-complaint/${id}` });
        return complaint;
      });
    },
  });
}

const Count = z.number().int();

const SubjectReportAnswer = z.object({
  subject: FormalSubject,
  filed: Count,
  upheld: Count,
  partly: Count,
  rejected: Count,
  open: Count.describe('Without a final answer'),
  secondLooks: Count,
  late: Count.describe('First final answer after its deadline, or still missing behind it'),
  meanDays: z.number().nullable().describe('Mean days from filing to the first final answer; null without one'),
});
z.globalRegistry.add(SubjectReportAnswer, { id: 'ComplaintReport' });

export function reportFormalRoute(http: Http, deps: { db: Db }): void {
  http.route({
    method: 'GET',
    url: '/api/console/formal-complaints/report',
    config: { access: 'staff', roles: READERS, readCost: 4 },
    schema: {
      tags: ['console'],
      summary: 'Report of the formal complaints filed in a span of days, by subject',
      querystring: z.object(DAYS),
      response: { 200: z.object({ items: z.array(SubjectReportAnswer) }), ...PROBLEMS },
    },
    handler: (request) =>
      transaction(deps.db, async (tx) => {
        const items = await reportComplaints(tx.q, spanOf(request.query));
        const by = { staff: staffOf(request), why: null, address: request.ip };
        await record(tx, { ...by, act: 'complaint-report-read', after: given(request.query) });
        return { items };
      }),
  });
}
