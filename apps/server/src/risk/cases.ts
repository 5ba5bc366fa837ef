import { type RawBuilder, sql } from 'kysely';
import { type DaySpan, withinDays } from '../db/day-span.ts';
import { bucketOf } from '../db/ids.ts';
import { cursorOf, pageOf, type SortBy, type SortColumn, sortingOf } from '../db/keyset.ts';
import { ofMember } from '../db/member-rows.ts';
import type { Db } from '../db/pool.ts';
import { measureQueue, type Queue } from '../db/queue.ts';
import type { Tx } from '../db/transaction.ts';
import type { Account } from '../ledger/lock.ts';
import { Refusal } from '../refusal.ts';
import type { InteractionAction, InteractionOutcome } from './interactions.ts';
import { type SignJson, signsFromJson } from './signs-json.ts';

/** A case to talk with a member, as listed. */
export interface RiskCase extends Account {
  id: string;
  reason: 'signs' | 'net-deposit';
  /** At the opening. */
  signs: SignJson[];
  /** Of `net-deposit`: days of the span, threshold and net deposit in minor units; null otherwise. */
  netDeposit: { days: number; threshold: bigint; net: bigint } | null;
  openedAtMs: number;
  /** From when on it waits for staff; null once it is done. */
  dueAtMs: number | null;
  closedAtMs: number | null;
  interactions: number;
}

export interface Interaction {
  id: string;
  staffId: string;
  action: InteractionAction;
  outcome: InteractionOutcome;
  words: string;
  followUpAtMs: number | null;
  atMs: number;
}

/** Columns that cases can be sorted by. Done cases come last by deadline. */
export const CASE_SORTS = {
  due: { column: sql`coalesce(c.due_at, c.opened_at + interval '100 years')`, kind: 'time' },
  opened: { column: sql.ref('c.opened_at'), kind: 'time' },
} as const satisfies Record<string, SortColumn>;

export const CASE_STATES = ['due', 'later', 'closed'] as const;
export const CASE_REASONS = ['signs', 'net-deposit'] as const;

/** The span is that of the opening. */
export interface CaseQuery extends DaySpan {
  memberId?: string;
  /** `due`: waits for staff; `later`: a follow-up whose day has not come. */
  state?: (typeof CASE_STATES)[number];
  reason?: RiskCase['reason'];
  sort?: SortBy<keyof typeof CASE_SORTS>;
  cursor?: string;
  limit: number;
}

const STATE_FILTER: Record<(typeof CASE_STATES)[number], RawBuilder<unknown>> = {
  due: sql`and c.due_at <= clock.now()`,
  later: sql`and c.due_at > clock.now()`,
  closed: sql`and c.due_at is null`,
};

/** Lists cases about all members, by default newest first. */
export async function listCases(
  q: Db | Tx['q'],
  query: CaseQuery,
): Promise<{ items: RiskCase[]; nextCursor: string | null; total: number }> {
  const { state, reason, memberId, cursor, limit, sort = '-opened' } = query;
  const sorting = sortingOf(CASE_SORTS, sort, 'c.id');
  const whose = memberId === undefined ? sql`true` : ofMember({ bucket: bucketOf(memberId), memberId }, 'c');
  const where = sql`${whose} ${state === undefined ? sql`` : STATE_FILTER[state]} ${
    reason === undefined ? sql`` : sql`and c.reason = ${reason}`
  } ${withinDays('c.opened_at', query)}`;
  const ordered = sql`${sorting.order} limit ${limit + 1}`;
  const { rows } = await select(sql`${where} ${sorting.after(cursor)}`, ordered, sorting.value).execute(q);
  const { rows: counts } = await sql<{
    n: bigint;
  }>`select count(*) as n from risk.member_case c where ${where}`.execute(q);
  const { page, nextCursor } = pageOf(rows, limit, cursorOf);
  return { items: page.map(caseOf), nextCursor, total: Number(counts[0]?.n ?? 0) };
}

/** Reads one case of a member. Throws `not-found`. */
export async function readCase(q: Db | Tx['q'], account: Account, id: string): Promise<RiskCase> {
  const { rows } = await select(sql`${ofMember(account, 'c')} and c.id = ${id}::uuid`, sql``, sql`0`).execute(q);
  if (!rows[0]) throw new Refusal('not-found');
  return caseOf(rows[0]);
}

/** What staff did about a case, oldest first. */
export async function interactionsOf(q: Tx['q'], account: Account, caseId: string): Promise<Interaction[]> {
  const rows = await q
    .selectFrom('risk.interaction')
    .select(['id', 'staff_id', 'action', 'outcome', 'words', 'follow_up_at', 'at'])
    .where(ofMember(account))
    .where('case_id', '=', caseId)
    .orderBy('at')
    .orderBy('id')
    .execute();
  return rows.map((row) => ({
    ...{ id: row.id, staffId: row.staff_id, words: row.words },
    action: row.action as InteractionAction,
    outcome: row.outcome as InteractionOutcome,
    followUpAtMs: row.follow_up_at?.getTime() ?? null,
    atMs: row.at.getTime(),
  }));
}

/** Cases that wait for staff: new ones, and follow-ups from their day on. */
export function riskCaseQueue(q: Db | Tx['q']): Promise<Queue> {
  return measureQueue(
    q,
    sql`select c.due_at as since, c.due_at as due from risk.member_case c
    where c.due_at <= clock.now() order by c.due_at, c.id`,
  );
}

interface Row {
  bucket: number;
  member_id: string;
  id: string;
  reason: string;
  signs: unknown;
  days: number | null;
  threshold: bigint | null;
  net: bigint | null;
  opened_at: Date;
  due_at: Date | null;
  closed_at: Date | null;
  interactions: number;
  sorted: bigint;
}

function select(where: RawBuilder<unknown>, more: RawBuilder<unknown>, sorted: RawBuilder<unknown>) {
  return sql<Row>`
    select c.bucket, c.member_id, c.id, c.reason, c.signs, c.days, c.threshold, c.net, c.opened_at, c.due_at, c.closed_at,
      (select count(*) from risk.interaction i where i.bucket = c.bucket and i.member_id = c.member_id
        and i.case_id = c.id)::integer as interactions,
      ${sorted} as sorted
    from risk.member_case c where ${where} ${more}`;
}

function caseOf(row: Row): RiskCase {
  const { bucket, id, days, threshold, net, interactions } = row;
  return {
    ...{ bucket, memberId: row.member_id, id, interactions, signs: signsFromJson(row.signs) },
    reason: row.reason as RiskCase['reason'],
    netDeposit: days === null || threshold === null || net === null ? null : { days, threshold, net },
    openedAtMs: row.opened_at.getTime(),
    dueAtMs: row.due_at?.getTime() ?? null,
    closedAtMs: row.closed_at?.getTime() ?? null,
  };
}
