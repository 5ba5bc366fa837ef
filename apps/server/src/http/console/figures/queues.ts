import { z } from 'zod';
import { complaintQueue } from '../../../complaints/queue.ts';
import type { Db } from '../../../db/pool.ts';
import { deskQueue } from '../../../desk/queue.ts';
import { visitorQueue } from '../../../desk/visitor-records.ts';
import { listAdminHosts } from '../../../directory/admin-hosts.ts';
import { listAllReports } from '../../../directory/report-records.ts';
import { recoveryQueue } from '../../../members/account/recovery-requests.ts';
import { matchQueue } from '../../../members/persons/possible-matches.ts';
import { paymentQueue, reviewQueue } from '../../../payments/daily-totals.ts';
import { holdQueue } from '../../../payments/rules/legal-holds.ts';
import { faultQueue } from '../../../reconciliation/read-faults.ts';
import { proposalQueue } from '../../../staff/proposals.ts';
import type { Role } from '../../../staff/roles.ts';
import type { Http } from '../../http.ts';
import { PROBLEMS } from '../../shared/forms.ts';
import { staffOf } from '../staff-caller.ts';

const QUEUES = [
  'withdrawals',
  'payments',
  'desk',
  'visitors',
  'recoveries',
  'complaints',
  'proposals',
  'legal-holds',
  'ledger-faults',
  'host-reports',
  'hosts',
  'possible-matches',
] as const;

export const QueuesAnswer = z.array(
  z.object({
    queue: z.enum(QUEUES),
    count: z.number().int(),
    oldestAtMs: z.number().int().nullable().describe('Time of the oldest; null if unknown'),
    dueAtMs: z.number().int().nullable().describe('Earliest deadline; null if there is none'),
    path: z.string().describe('Endpoint that lists them'),
  }),
);

interface Counted {
  count: number;
  oldestAt: Date | null;
  dueAt?: Date | null;
}

/** Roles of each queue. A role that may not list a queue does not see its length. */
const SOURCES: readonly [queue: (typeof QUEUES)[number], path: string, Role[], (db: Db) => Promise<Counted>][] = [
  ['withdrawals', '/api/console/withdrawals?state=in-review', ['finance', 'auditor', 'owner'], reviewQueue],
  ['payments', '/api/console/payments?state=review', ['finance', 'auditor', 'owner'], paymentQueue],
  ['desk', '/api/console/desk/threads?state=waiting', ['support', 'auditor', 'owner'], deskQueue],
  ['visitors', '/api/console/visitor-threads?state=waiting', ['support', 'auditor', 'owner'], visitorQueue],
  ['recoveries', '/api/console/visitor-threads?topic=recovery', ['support', 'auditor', 'owner'], recoveryQueue],
  ['complaints', '/api/console/complaints?state=open', ['support', 'finance', 'auditor', 'owner'], complaintQueue],
  ['proposals', '/api/console/proposals?open=true', ['finance', 'auditor', 'owner'], proposalQueue],
  ['legal-holds', '/api/console/legal-holds?open=true', ['finance', 'auditor', 'owner'], holdQueue],
  ['ledger-faults', '/api/console/ledger-faults?open=true', ['finance', 'auditor', 'owner'], faultQueue],
  ['host-reports', '/api/console/host-reports?state=waiting', ['support', 'content', 'auditor', 'owner'], reportQueue],
  ['possible-matches', '/api/console/possible-matches?state=open', ['support', 'auditor', 'owner'], matchQueue],
  ['hosts', '/api/console/hosts?state=waiting', ['content', 'auditor', 'owner'], hostQueue],
];

/** Length and age of the work queues. The route shows no member's data and is polled, so it is not an audit event. */
export function queuesRoute(http: Http, { db }: { db: Db }): void {
  http.route({
    method: 'GET',
    url: '/api/console/queues',
    config: {
      access: 'staff',
      roles: ['support', 'content', 'finance', 'auditor', 'owner'],
      unattended: true,
      readCost: 2,
    },
    schema: {
      tags: ['console'],
      summary: 'Queues of staff work: length, oldest entry, and next deadline',
      response: { 200: z.object({ items: QueuesAnswer }), ...PROBLEMS },
    },
    handler: async (request) => ({ items: await queuesFor(db, staffOf(request).role) }),
  });
}

export async function queuesFor(db: Db, role: Role): Promise<z.infer<typeof QueuesAnswer>> {
  const answers: z.infer<typeof QueuesAnswer> = [];
  for (const [queue, path, roles, count] of SOURCES) {
    if (!roles.includes(role)) continue;
    const { oldestAt, dueAt = null, ...counted } = await count(db);
    answers.push({
      queue,
      ...counted,
      oldestAtMs: oldestAt?.getTime() ?? null,
      dueAtMs: dueAt?.getTime() ?? null,
      path,
    });
  }
  return answers;
}

/** Waiting reports are listed oldest first. */
async function reportQueue(db: Db): Promise<Counted> {
  const { items, total } = await listAllReports(db, { languages: [], house: '' }, { state: 'waiting', limit: 1 });
  return { count: total, oldestAt: items[0] === undefined ? null : new Date(items[0].atMs) };
}

/** Hosts with texts or pictures in review, or with a verification that a second person has to confirm. */
async function hostQueue(db: Db): Promise<Counted> {
  const { total } = await listAdminHosts(db, { state: 'waiting', limit: 1 });
  return { count: total, oldestAt: null };
}
