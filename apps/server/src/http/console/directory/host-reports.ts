import { z } from 'zod';
import { record } from '../../../audit/audit.ts';
import { ROW_CURSOR } from '../../../db/keyset.ts';
import type { Db } from '../../../db/pool.ts';
import { type Tx, transaction } from '../../../db/transaction.ts';
import { readAdminHost } from '../../../directory/admin-hosts.ts';
import type { Readers } from '../../../directory/cities.ts';
import type { DirectoryDeps } from '../../../directory/deps.ts';
import {
  listAllReports,
  REPORT_SORTS,
  REPORT_STATES,
  type ReportQuery,
  type ReportRecord,
  readEvidence,
  readReport,
} from '../../../directory/report-records.ts';
import { decideReport, REPORT_OUTCOMES, REPORT_REASONS } from '../../../directory/reports.ts';
import { notifyMember } from '../../../members/messages/messages.ts';
import { namesOfStaff } from '../../../staff/names.ts';
import type { Http } from '../../http.ts';
import { PICTURE_POLICY } from '../../security.ts';
import { FORM_BYTES_MAX, PROBLEMS, TypedWords } from '../../shared/forms.ts';
import { page, pageQuery, Uuid } from '../../shared/shapes.ts';
import { DAYS, spanOf } from '../../shared/statement-query.ts';
import { given, sortQuery } from '../list-filter.ts';
import { memberNames } from '../members/member-names.ts';
import { accountOf, MemberParams } from '../members/member-params.ts';
import { staffOf } from '../staff-caller.ts';

const Millis = z.number().int();

const ReportParams = MemberParams.extend({ id: Uuid });
const REPORT_BYTES_MAX = FORM_BYTES_MAX + 16_384;

const HostReportAnswer = z.object({
  id: z.uuid(),
  memberId: z.uuid(),
  userName: z.string().describe('User name of the member'),
  hostId: z.uuid(),
  hostName: z.string().describe('Name of the host; empty for a removed one'),
  reason: z.enum(REPORT_REASONS),
  words: z.string(),
  pictures: z.number().int(),
  outcome: z.enum(REPORT_OUTCOMES).nullable().describe('Decision; null while the report is open'),
  answer: z.string().nullable().describe('Text for the member'),
  hid: z.boolean().describe('True if the report hid the profile at once'),
  atMs: Millis,
  decidedAtMs: Millis.nullable(),
  decidedBy: z.string().nullable().describe('Name of the staff member'),
});
z.globalRegistry.add(HostReportAnswer, { id: 'ConsoleHostReport' });

const FullReportAnswer = HostReportAnswer.extend({
  hostIsShown: z.boolean(),
  others: z.number().int().describe('Other open reports about the same host'),
});
z.globalRegistry.add(FullReportAnswer, { id: 'FullConsoleHostReport' });

/** Filter of reports, shared by the list and its CSV file. */
export const REPORT_FILTER = {
  state: z.enum(REPORT_STATES).default('waiting'),
  hostId: Uuid.optional(),
  memberId: Uuid.optional(),
  ...DAYS,
  sort: sortQuery(REPORT_SORTS),
};

/** The filter as the domain takes it. Throws `date-bad` if the days of reporting end before they begin. */
export function reportFilter(query: z.infer<z.ZodObject<typeof REPORT_FILTER>>): Omit<ReportQuery, 'limit' | 'cursor'> {
  const { memberId, from, to, ...same } = query;
  const reporter = memberId === undefined ? undefined : accountOf({ memberId });
  return { ...given({ ...same, reporter }), ...spanOf({ from, to }) };
}

export function listAllHostReportsRoute(http: Http, { db, house }: DirectoryDeps): void {
  http.route({
    method: 'GET',
    url: '/api/console/host-reports',
    config: { access: 'staff', roles: ['support', 'content', 'auditor', 'owner'], readCost: 2 },
    schema: {
      tags: ['console'],
      summary: 'Reports of hosts: usually open ones oldest first, decided ones newest first',
      querystring: pageQuery(ROW_CURSOR).extend(REPORT_FILTER),
      response: { 200: page(HostReportAnswer), ...PROBLEMS },
    },
    handler: (request) => {
      const { limit, cursor, ...filter } = request.query;
      return transaction(db, async (tx) => {
        const found = await listAllReports(tx.q, readersOf(house), {
          ...{ ...reportFilter(filter), limit },
          ...given({ cursor }),
        });
        const seen = found.items.map(({ memberId, id }) => ({ memberId, id }));
        const by = { staff: staffOf(request), why: null, address: request.ip };
        await record(tx, { ...by, act: 'host-reports-read', after: seen });
        return { ...found, items: await answerReports(tx.q, found.items) };
      });
    },
  });
}

export function readHostReportRoute(http: Http, { db, house }: DirectoryDeps): void {
  http.route({
    method: 'GET',
    url: '/api/console/members/:memberId/host-reports/:id',
    config: { access: 'staff', roles: ['support', 'content', 'auditor', 'owner'] },
    schema: {
      tags: ['console'],
      summary: 'One report of a profile',
      params: ReportParams,
      response: { 200: FullReportAnswer, ...PROBLEMS },
    },
    handler: (request) => {
      const { id } = request.params;
      const member = accountOf(request.params);
      return transaction(db, async (tx) => {
        const report = await readForConsole(tx, readersOf(house), member, id);
        const by = { staff: staffOf(request), why: null, address: request.ip };
        await record(tx, { ...by, act: 'host-report-read', member, subject: `host-report/${id}` });
        return report;
      });
    },
  });
}

export function readEvidenceRoute(http: Http, { db }: { db: Db }): void {
  http.route({
    method: 'GET',
    url: '/api/console/members/:memberId/host-reports/:id/pictures/:n',
    config: { access: 'staff', roles: ['support', 'content', 'auditor', 'owner'] },
    schema: {
      tags: ['console'],
      summary: 'A picture that came with a report, counted from 1',
      params: ReportParams.extend({ n: z.coerce.number().int().min(1).max(3) }),
      response: {
        200: { description: 'A picture', content: { 'image/webp': { schema: z.any() } } },
        ...PROBLEMS,
      },
    },
    handler: async (request, reply) => {
      const { id, n } = request.params;
      const member = accountOf(request.params);
      const picture = await transaction(db, async (tx) => {
        const found = await readEvidence(tx.q, member, id, n);
        const by = { staff: staffOf(request), why: null, address: request.ip };
        await record(tx, { ...by, act: 'host-report-picture-read', member, subject: `host-report/${id}` });
        return found;
      });
      reply.header('content-security-policy', PICTURE_POLICY);
      return reply.type('image/webp').send(picture);
    },
  });
}

export function decideHostReportRoute(http: Http, { db, house }: DirectoryDeps): void {
  http.route({
    method: 'POST',
    url: '/api/console/members/:memberId/host-reports/:id/decide',
    config: { access: 'staff', roles: ['content', 'owner'], readByMembers: true, judgedWords: true },
    bodyLimit: REPORT_BYTES_MAX,
    schema: {
      tags: ['console'],
      summary: 'Decide on a report, once; the member is notified. An upheld report keeps the profile hidden',
      params: ReportParams,
      body: z.strictObject({
        outcome: z
          .enum(REPORT_OUTCOMES)
          .describe('`abusive`: in bad faith, which lowers the member’s daily number of reports'),
        answer: TypedWords.describe('Text for the member: 10 to 2000 characters'),
      }),
      response: { 200: FullReportAnswer, ...PROBLEMS },
    },
    handler: (request) => {
      const { id } = request.params;
      const member = accountOf(request.params);
      const staff = staffOf(request);
      return transaction(db, async (tx) => {
        const { outcome } = request.body;
        const { hostId, answer } = await decideReport(tx, member, id, { ...request.body, staffId: staff.id });
        await notifyMember(tx, member, { kind: 'host-report-decided', params: { reportId: id, hostId, outcome } });
        const states = { before: { state: 'waiting' }, after: { state: outcome } };
        const by = { staff, why: answer, address: request.ip };
        await record(tx, { ...by, act: 'host-report-decided', member, subject: `host-report/${id}`, ...states });
        return readForConsole(tx, readersOf(house), member, id);
      });
    },
  });
}

function readersOf(house: DirectoryDeps['house']): Readers {
  return { languages: [], house: house.locale };
}

async function readForConsole(
  tx: Tx,
  readers: Readers,
  member: ReturnType<typeof accountOf>,
  id: string,
): Promise<z.infer<typeof FullReportAnswer>> {
  const record = await readReport(tx.q, readers, member, id);
  const [report] = await answerReports(tx.q, [record]);
  const host = await readAdminHost(tx.q, record.hostId);
  return { ...(report as z.infer<typeof HostReportAnswer>), hostIsShown: host.shown, others: othersOf(host, record) };
}

function othersOf({ reports }: { reports: number }, { outcome }: ReportRecord): number {
  return outcome === null ? reports - 1 : reports;
}

async function answerReports(
  q: Tx['q'],
  records: readonly ReportRecord[],
): Promise<z.infer<typeof HostReportAnswer>[]> {
  const names = await namesOfStaff(q, [...new Set(records.flatMap(({ decidedBy }) => decidedBy ?? []))]);
  const userName = await memberNames(
    q,
    records.map(({ memberId }) => memberId),
  );
  return records.map(({ bucket: _bucket, decidedBy, ...same }) => ({
    ...same,
    userName: userName(same.memberId),
    decidedBy: decidedBy === null ? null : (names.get(decidedBy) ?? ''),
  }));
}
