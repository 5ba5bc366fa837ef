import { type RawBuilder, sql } from 'kysely';
import { type DaySpan, withinDays } from '../../db/day-span.ts';
import { bucketOf } from '../../db/ids.ts';
import { cursorOf, pageOf, type SortBy, type SortColumn, sortingOf } from '../../db/keyset.ts';
import { ofMember } from '../../db/member-rows.ts';
import type { Db } from '../../db/pool.ts';
import { measureQueue, type Queue } from '../../db/queue.ts';
import type { Tx } from '../../db/transaction.ts';
import { Refusal } from '../../refusal.ts';
import type { Asker } from '../rows.ts';
import { type ComplaintOutcome, type ComplaintStage, type ComplaintSubject, secondAskEnds } from './stages.ts';

/** A formal complaint as listed. */
export interface FormalRecord extends Asker {
  id: string;
  number: string;
  subject: ComplaintSubject;
  stage: ComplaintStage;
  outcome: ComplaintOutcome | null;
  filedAtMs: number;
  /** Deadline of the house's next act; null if none is due. */
  dueAtMs: number | null;
  /** Deadline of the first final answer. */
  answerDueAtMs: number;
  /** When staff extended the deadline of a request about data; null if they did not. */
  extendedAtMs: number | null;
  answeredAtMs: number | null;
  /** Until when the member may ask for a second look; null if they may not. */
  secondUntilMs: number | null;
  closedAtMs: number | null;
  /** The first text. */
  words: string;
}

export interface FormalEntry {
  id: string;
  kind: 'member' | 'reply' | 'answer';
  /** Null: written by the member. */
  staffId: string | null;
  words: string;
  atMs: number;
}

/** A formal complaint with all texts, oldest first. */
export interface FullFormal extends FormalRecord {
  entries: FormalEntry[];
}

export interface FormalPage {
  items: FormalRecord[];
  nextCursor: string | null;
  total: number;
}

/** Columns that formal complaints can be sorted by. Without a deadline they come last. */
export const FORMAL_SORTS = {
  due: { column: sql`coalesce(c.due_at, c.filed_at + interval '100 years')`, kind: 'time' },
  filed: { column: sql.ref('c.filed_at'), kind: 'time' },
} as const satisfies Record<string, SortColumn>;

/** `data`: requests of members about their data. */
export const FORMAL_KINDS = ['complaint', 'data'] as const;

export const FORMAL_STATES = ['open', 'answered', 'late'] as const;

/** The span is that of filing. */
export interface FormalQuery extends DaySpan {
  /** Only this member's, in the list over all members. */
  memberId?: string;
  /** `late`: the deadline of the next act has passed. */
  state?: (typeof FORMAL_STATES)[number];
  kind?: (typeof FORMAL_KINDS)[number];
  subject?: ComplaintSubject;
  sort?: SortBy<keyof typeof FORMAL_SORTS>;
  /** `nextCursor` of an earlier page. */
  cursor?: string;
  limit: number;
}

/** Lists a member's formal complaints, newest first. */
export function listFormal(q: Db | Tx['q'], asker: Asker, query: FormalQuery): Promise<FormalPage> {
  return readPage(q, ofMember(asker, 'c'), { sort: '-filed', ...query });
}

/** Lists all members' formal complaints, by default newest first. */
export function listAllFormal(q: Db | Tx['q'], query: FormalQuery): Promise<FormalPage> {
  const { memberId } = query;
  const whose = memberId === undefined ? sql`true` : ofMember({ bucket: bucketOf(memberId), memberId }, 'c');
  return readPage(q, whose, query);
}

/** Reads one formal complaint of a member. Throws `not-found`. */
export async function readFormal(q: Db | Tx['q'], asker: Asker, id: string): Promise<FullFormal> {
  const { rows } = await select(sql`${ofMember(asker, 'c')} and c.id = ${id}::uuid`, sql``, '-filed').execute(q);
  if (!rows[0]) throw new Refusal('not-found');
  const entries = await q
    .selectFrom('complaints.formal_entry')
    .select(['id', 'kind', 'staff_id', 'words', 'at'])
    .where(ofMember(asker))
    .where('complaint_id', '=', id)
    .orderBy('at')
    .orderBy('id')
    .execute();
  return {
    ...recordOf(rows[0]),
    entries: entries.map(({ kind, staff_id: staffId, at, ...entry }) => ({
      ...{ ...entry, staffId, kind: kind as FormalEntry['kind'] },
      atMs: at.getTime(),
    })),
  };
}

/** Formal complaints in which the next act is the house's. */
export function formalQueue(q: Db | Tx['q']): Promise<Queue> {
  return measureQueue(
    q,
    sql`select c.filed_at as since, c.due_at as due from complaints.formal c
    where c.due_at is not null order by c.due_at, c.id`,
  );
}

const STATE_FILTER: Record<(typeof FORMAL_STATES)[number], RawBuilder<unknown>> = {
  open: sql`and c.due_at is not null`,
  answered: sql`and c.due_at is null`,
  late: sql`and c.due_at < clock.now()`,
};

async function readPage(q: Db | Tx['q'], whose: RawBuilder<unknown>, query: FormalQuery): Promise<FormalPage> {
  const { state, kind, subject, cursor, limit, sort = '-filed' } = query;
  const sorting = sortingOf(FORMAL_SORTS, sort, 'c.id');
  const ofKind = kind === undefined ? sql`` : sql`and (c.subject like 'data-%') = ${kind === 'data'}`;
  const where = sql`${whose} ${ofKind} ${state === undefined ? sql`` : STATE_FILTER[state]} ${
    subject === undefined ? sql`` : sql`and c.subject = ${subject}`
  } ${withinDays('c.filed_at', query)}`;
  const ordered = sql`${sorting.order} limit ${limit + 1}`;
  const { rows } = await select(sql`${where} ${sorting.after(cursor)}`, ordered, sort).execute(q);
  const { rows: counts } = await sql<{ n: bigint }>`
    select count(*) as n from complaints.formal c where ${where}`.execute(q);
  const { page, nextCursor } = pageOf(rows, limit, cursorOf);
  return { items: page.map(recordOf), nextCursor, total: Number(counts[0]?.n ?? 0) };
}

interface Row {
  bucket: number;
  member_id: string;
  id: string;
  number: string;
  subject: string;
  stage: string;
  outcome: string | null;
  filed_at: Date;
  due_at: Date | null;
  answer_due_at: Date;
  extended_at: Date | null;
  answered_at: Date | null;
  closed_at: Date | null;
  sorted: bigint;
  words: string;
}

function select(where: RawBuilder<unknown>, more: RawBuilder<unknown>, sort: SortBy<keyof typeof FORMAL_SORTS>) {
  return sql<Row>`
    select c.bucket, c.member_id, c.id, c.number, c.subject, c.stage, c.outcome, c.filed_at, c.due_at, c.answer_due_at,
      c.extended_at, c.answered_at, c.closed_at, ${sortingOf(FORMAL_SORTS, sort, 'c.id').value} as sorted,
      (
        select e.words from complaints.formal_entry e
        where e.bucket = c.bucket and e.member_id = c.member_id and e.complaint_id = c.id
        order by e.at, e.id limit 1
      ) as words
    from complaints.formal c where ${where} ${more}`;
}

function recordOf(row: Row): FormalRecord {
  const { bucket, id, number, stage, answered_at: answered } = row;
  return {
    ...{ bucket, memberId: row.member_id, id, number, words: row.words },
    subject: row.subject as ComplaintSubject,
    stage: stage as ComplaintStage,
    outcome: row.outcome as ComplaintOutcome | null,
    filedAtMs: row.filed_at.getTime(),
    dueAtMs: row.due_at?.getTime() ?? null,
    answerDueAtMs: row.answer_due_at.getTime(),
    extendedAtMs: row.extended_at?.getTime() ?? null,
    answeredAtMs: answered?.getTime() ?? null,
    secondUntilMs: stage === 'answered' && answered !== null ? secondAskEnds(answered).getTime() : null,
    closedAtMs: row.closed_at?.getTime() ?? null,
  };
}
