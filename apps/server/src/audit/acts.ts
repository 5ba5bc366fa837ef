import { type RawBuilder, sql } from 'kysely';
import { pageOf, type SortBy } from '../db/keyset.ts';
import type { Db } from '../db/pool.ts';
import type { Tx } from '../db/transaction.ts';

interface Account {
  bucket: number;
  memberId: string;
}

/** An act as stored in the audit log. */
export interface LoggedAct {
  seq: bigint;
  atMs: number;
  staff: { id: string; name: string; role: string } | null;
  act: string;
  why: string | null;
  memberId: string | null;
  subject: string | null;
  before: unknown;
  after: unknown;
  address: string;
  /** Hexadecimal. */
  hash: string;
}

export interface ActsPage {
  items: LoggedAct[];
  nextCursor: string | null;
  total: number;
}

/** Filters for acts; missing ones match everything. */
export interface ActsFilter {
  /** Acts that concern the member, and lists or files in which they were shown. */
  member?: { bucket: number; memberId: string };
  staffId?: string;
  /** Prefix of the act's code. */
  act?: string;
  /** First and last day (`YYYY-MM-DD`, UTC), inclusive. */
  from?: string;
  to?: string;
}

export const ACT_SORTS = ['-at', 'at'] as const satisfies readonly SortBy<'at'>[];

export interface ActsQuery extends ActsFilter {
  /** `-at` by default: newest first. */
  sort?: (typeof ACT_SORTS)[number];
  /** Position in the log (exclusive): the page has acts before it, or after it with the oldest first. */
  before?: bigint;
  limit: number;
}

/** Lists acts, by default newest first. */
export async function listActs(
  q: Db | Tx['q'],
  { before, limit, sort = '-at', ...filter }: ActsQuery,
): Promise<ActsPage> {
  const base = filtered(q, filter);
  const [beyond, direction] = sort === 'at' ? (['>', 'asc'] as const) : (['<', 'desc'] as const);
  const rows = await (before === undefined ? base : base.where('seq', beyond, before))
    .select(['seq', 'body', 'hash'])
    .orderBy('seq', direction)
    .limit(limit + 1)
    .execute();
  const { page, nextCursor } = pageOf(rows, limit, (last) => String(last.seq));
  const items = page.map(actOf);
  return {
    items,
    nextCursor,
    total: await countActs(q, filter),
  };
}

/** Acts read per search of one subject: the log has no index of subjects. */
const SUBJECT_ACTS_MAX = 2_000;

/** The latest acts on a member, of them those on one subject, or the latest of a person. */
export async function latestActs(
  q: Db | Tx['q'],
  { subject, ...whose }: { subject?: string } & ({ member: Account } | { staffId: string }),
  limit: number,
): Promise<LoggedAct[]> {
  const acts = q.selectFrom('audit.entry').select(['seq', 'body', 'hash', 'subject']).orderBy('seq', 'desc');
  const own =
    'member' in whose
      ? acts.where('member_bucket', '=', whose.member.bucket).where('member_id', '=', whose.member.memberId)
      : acts.where('staff_id', '=', whose.staffId);
  if (subject === undefined) return (await own.limit(limit).execute()).map(actOf);
  const rows = await q
    .selectFrom(own.limit(SUBJECT_ACTS_MAX).as('a'))
    .select(['a.seq', 'a.body', 'a.hash'])
    .where('a.subject', '=', subject)
    .orderBy('a.seq', 'desc')
    .limit(limit)
    .execute();
  return rows.map(actOf);
}

/** The act at a position; empty if there is none. */
export async function readAct(q: Db | Tx['q'], seq: bigint): Promise<LoggedAct[]> {
  const rows = await q.selectFrom('audit.entry').select(['seq', 'body', 'hash']).where('seq', '=', seq).execute();
  return rows.map(actOf);
}

/** Counts acts. Without filters, reads the count from the log's head. */
async function countActs(q: Db | Tx['q'], filter: ActsFilter): Promise<number> {
  const all = Object.values(filter).every((one) => one === undefined);
  const { n } = all
    ? await q.selectFrom('audit.head').select('size as n').executeTakeFirstOrThrow()
    : await filtered(q, filter)
        .select((eb) => eb.fn.countAll<bigint>().as('n'))
        .executeTakeFirstOrThrow();
  return Number(n);
}

function filtered(q: Db | Tx['q'], { member, staffId, act, from, to }: ActsFilter) {
  let acts = q.selectFrom('audit.entry');
  if (member) acts = acts.where(concerns(member));
  if (staffId !== undefined) acts = acts.where('staff_id', '=', staffId);
  // Codes contain no `LIKE` wildcards.
  if (act !== undefined) acts = acts.where('act', 'like', `${act}%`);
  if (from !== undefined) acts = acts.where('at', '>=', dayBegins(from, 0));
  if (to !== undefined) acts = acts.where('at', '<', dayBegins(to, 1));
  return acts;
}

/**
 * True for acts that concern the member. The list of acts must equal that of the index `entry_of_seen`: their bodies
 * name the members whom a list or file showed.
 */
function concerns({ bucket, memberId }: { bucket: number; memberId: string }): RawBuilder<boolean> {
  return sql<boolean>`((member_bucket = ${bucket} and member_id = ${memberId}::uuid) or (
    act in ('members-read', 'withdrawals-read', 'payments-read', 'complaints-read', 'rows-exported', 'audit-read',
      'invites-read', 'legal-holds-read', 'desk-threads-read', 'host-reports-read',
      'bookings-read', 'console-searched')
    and audit.seen_in(body) @> array[${memberId}::uuid]))`;
}

function dayBegins(day: string, later: number): RawBuilder<Date> {
  return sql<Date>`(${day}::date + ${later}::int)::timestamp at time zone 'UTC'`;
}

/**
 * Lists the staff members who did certain acts to a member after `since`, with the times. Acts at the terminal are
 * left out.
 */
export async function listDoers(
  q: Db | Tx['q'],
  member: { bucket: number; memberId: string },
  acts: readonly string[],
  since: Date,
): Promise<{ staffId: string; at: Date }[]> {
  const rows = await q
    .selectFrom('audit.entry')
    .select(['staff_id', 'at'])
    .where('member_bucket', '=', member.bucket)
    .where('member_id', '=', member.memberId)
    .where('act', 'in', acts)
    .where('at', '>', since)
    .execute();
  return rows.flatMap(({ staff_id: staffId, at }) => (staffId === null ? [] : [{ staffId, at }]));
}

/** True for an act that only proposes something. It has no effect on the member until another person agrees. */
export function isProposal(act: string): boolean {
  return act.endsWith('-proposed');
}

function actOf({ seq, body, hash }: { seq: bigint; body: string; hash: Buffer }): LoggedAct {
  const { staff, at, act, why, member, subject, before, after, address } = JSON.parse(body);
  return {
    seq,
    atMs: Date.parse(at),
    staff,
    act,
    why,
    memberId: member,
    subject,
    before,
    after,
    address,
    hash: hash.toString('hex'),
  };
}
