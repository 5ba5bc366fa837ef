import { sql } from 'kysely';
import { formalQueue } from '../complaints/formal/records.ts';
import { complaintQueue } from '../complaints/queue.ts';
import type { Db } from '../db/pool.ts';
import { QUEUE_COUNT_MAX, type Queue } from '../db/queue.ts';
import { assignedQueue, deskQueue, snoozedQueue, visitorQueue } from '../desk/queue.ts';
import { endingHostQueue, hostQueue } from '../directory/admin-hosts.ts';
import { bookingQueue } from '../directory/booking-lists.ts';
import { reportQueue } from '../directory/report-records.ts';
import { recoveryQueue } from '../members/account/recovery-requests.ts';
import { matchQueue } from '../members/persons/possible-matches.ts';
import { endingHoldQueue, holdQueue, paymentQueue, reviewQueue, secondLookQueue } from '../payments/queues.ts';
import { closedByFaults, faultQueue } from '../reconciliation/read-faults.ts';
import { riskCaseQueue } from '../risk/cases.ts';
import { ownProposalQueue, proposalQueue } from '../staff/proposals.ts';
import type { Role } from '../staff/roles.ts';

/** Queues of staff work, the most urgent first. */
export const QUEUES = [
  'closed',
  'ledger-faults',
  'withdrawals',
  'withdrawals-second',
  'payments',
  'legal-holds',
  'legal-holds-ending',
  'proposals',
  'proposals-own',
  'desk',
  'desk-mine',
  'desk-unassigned',
  'bookings',
  'desk-back',
  'visitors',
  'recoveries',
  'complaints',
  'formal-complaints',
  'risk-cases',
  'host-reports',
  'hosts',
  'hosts-ending',
  'possible-matches',
] as const;
export type QueueName = (typeof QUEUES)[number];

/** The staff account whose queues are read. */
export interface Worker {
  id: string;
  role: Role;
}

interface Source {
  /** A role that may not list a queue does not see its length. */
  roles: readonly Role[];
  /** Call that lists the items. */
  path: string;
  /** Path for roles that look on and decide nothing. */
  onlookersPath?: string;
  /** Queue that contains these items, too. */
  partOf?: QueueName;
  /** Of these items, those that the queue of `partOf` does not contain; absent: it contains all. */
  measureAlone?(db: Db): Promise<Queue>;
  /** The items wait for other people, so they are no work of this person. */
  isOthers?: true;
  /** With `worker` null, leaves out what depends on the staff account. */
  measure(db: Db, worker: Worker | null): Promise<Queue>;
}

const FINANCE: readonly Role[] = ['finance', 'auditor', 'owner'];
const DESK: readonly Role[] = ['support', 'auditor', 'owner'];
const GUIDE: readonly Role[] = ['content', 'auditor', 'owner'];
/** Of the roles that see proposals and legal holds, those that decide on them. */
const DECIDERS: readonly Role[] = ['finance', 'owner'];

const decider = (worker: Worker | null) => (worker && DECIDERS.includes(worker.role) ? worker : null);
/** No account has this id. */
const NOBODY = '00000000-0000-0000-0000-000000000000';

/** SQL: the member of a booking `b` waits for an answer in its conversation. */
const WAITS_AT_DESK = sql`exists (select from desk.thread t
  where t.bucket = b.bucket and t.member_id = b.member_id and t.id = b.thread_id and t.waits_since is not null)`;

/** SQL: the visitor of a recovery request `r` waits for an answer in its conversation. */
const VISITOR_WAITS = sql`exists (select from desk.visitor_thread t
  where t.id = r.thread_id and t.waits_since is not null)`;

const SOURCES: Readonly<Record<QueueName, Source>> = {
  closed: { roles: FINANCE, path: '/api/console/ledger-faults?open=true', measure: closedQueue },
  'ledger-faults': { roles: FINANCE, path: '/api/console/ledger-faults?open=true', measure: faultQueue },
  withdrawals: { roles: FINANCE, path: '/api/console/withdrawals?state=in-review', measure: reviewQueue },
  'withdrawals-second': {
    ...{ roles: FINANCE, path: '/api/console/withdrawals?state=second-look', partOf: 'withdrawals' },
    measure: secondLookQueue,
  },
  payments: { roles: FINANCE, path: '/api/console/payments?state=review', measure: paymentQueue },
  'legal-holds': {
    ...{ roles: FINANCE, path: '/api/console/legal-holds?state=waiting' },
    measure: (db, worker) => holdQueue(db, decider(worker)?.id ?? null),
  },
  'legal-holds-ending': {
    ...{ roles: FINANCE, path: '/api/console/legal-holds?state=ending' },
    measure: endingHoldQueue,
  },
  proposals: {
    roles: FINANCE,
    path: '/api/console/proposals?state=decidable',
    onlookersPath: '/api/console/proposals?state=open',
    measure: (db, worker) => proposalQueue(db, decider(worker)),
  },
  'proposals-own': {
    ...{ roles: DECIDERS, path: '/api/console/proposals?state=own', isOthers: true },
    measure: (db, worker) => ownProposalQueue(db, worker?.id ?? null),
  },
  desk: { roles: DESK, path: '/api/console/desk/threads?state=waiting', measure: deskQueue },
  'desk-mine': {
    ...{ roles: ['support', 'owner'], path: '/api/console/desk/threads?state=waiting&box=mine', partOf: 'desk' },
    measure: (db, worker) => assignedQueue(db, worker?.id ?? NOBODY),
  },
  'desk-unassigned': {
    ...{ roles: DESK, path: '/api/console/desk/threads?state=waiting&box=unassigned', partOf: 'desk' },
    measure: (db) => assignedQueue(db, null),
  },
  // A new request is an unanswered conversation, too. After a message of staff it waits here alone.
  bookings: {
    ...{ roles: DESK, path: '/api/console/bookings?state=asked', partOf: 'desk' },
    measure: (db) => bookingQueue(db),
    measureAlone: (db) => bookingQueue(db, WAITS_AT_DESK),
  },
  'desk-back': {
    ...{ roles: ['support', 'owner'], path: '/api/console/desk/threads?state=open&box=back' },
    measure: (db, worker) => snoozedQueue(db, worker?.id ?? null),
  },
  visitors: { roles: DESK, path: '/api/console/visitor-threads?state=waiting', measure: visitorQueue },
  // A new request is an unanswered conversation, too. After a message of staff it waits here alone.
  recoveries: {
    ...{ roles: DESK, path: '/api/console/visitor-threads?state=undecided', partOf: 'visitors' },
    measure: (db) => recoveryQueue(db),
    measureAlone: (db) => recoveryQueue(db, VISITOR_WAITS),
  },
  complaints: {
    ...{ roles: ['support', 'finance', 'auditor', 'owner'], path: '/api/console/complaints?state=open' },
    measure: complaintQueue,
  },
  'formal-complaints': {
    ...{ roles: ['support', 'finance', 'auditor', 'owner'], path: '/api/console/formal-complaints?state=open' },
    measure: formalQueue,
  },
  'host-reports': {
    ...{ roles: ['support', 'content', 'auditor', 'owner'], path: '/api/console/host-reports?state=waiting' },
    measure: reportQueue,
  },
  hosts: { roles: GUIDE, path: '/api/console/hosts?state=waiting', measure: hostQueue },
  'hosts-ending': { roles: GUIDE, path: '/api/console/hosts?state=ending', measure: endingHostQueue },
  'possible-matches': { roles: DESK, path: '/api/console/possible-matches?state=open', measure: matchQueue },
  'risk-cases': { roles: DESK, path: '/api/console/risk-cases?state=due', measure: riskCaseQueue },
};

export interface WorkQueue extends Queue {
  queue: QueueName;
  path: string;
  partOf: QueueName | null;
  /** Items that wait for this person and that the queue of `partOf` lacks. */
  alone: number;
}

/** The queues of a person's role, as that person sees them. */
export async function queuesOf(db: Db, worker: Worker): Promise<WorkQueue[]> {
  const found: WorkQueue[] = [];
  for (const queue of QUEUES) {
    const { roles, path, onlookersPath, partOf = null, measure, measureAlone, isOthers } = SOURCES[queue];
    if (!roles.includes(worker.role)) continue;
    const shown = onlookersPath !== undefined && decider(worker) === null ? onlookersPath : path;
    const measured = await measure(db, worker);
    const isWhole = partOf === null && isOthers !== true;
    const alone = isWhole ? measured.count : ((await measureAlone?.(db))?.count ?? 0);
    found.push({ queue, path: shown, partOf, alone, ...measured });
  }
  return found;
}

/** Text by role that changes with the state of the role's queues. */
export type QueueMarks = ReadonlyMap<Role, string>;

/** Reads the state of all queues once, for all roles. */
export async function readQueueMarks(db: Db): Promise<QueueMarks> {
  const marks = new Map<Role, string>();
  for (const queue of QUEUES) {
    const { roles, measure } = SOURCES[queue];
    const state = JSON.stringify(await measure(db, null));
    for (const role of roles) marks.set(role, `${marks.get(role) ?? ''}${state}\n`);
  }
  return marks;
}

/** What faults have stopped: top-ups, or betting on a table. */
async function closedQueue(db: Db): Promise<Queue> {
  const closed = await closedByFaults(db);
  const timeOf = (one: { sinceMs: number } | undefined) => (one === undefined ? null : new Date(one.sinceMs));
  return {
    count: Math.min(closed.length, QUEUE_COUNT_MAX),
    oldestAt: timeOf(closed[0]),
    newestAt: timeOf(closed.at(-1)),
    dueAt: null,
  };
}
