import { type RawBuilder, sql } from 'kysely';
import { type DaySpan, withinDays } from '../db/day-span.ts';
import { bucketOf } from '../db/ids.ts';
import { cursorOf, pageOf, type SortBy, type SortColumn, sortingOf } from '../db/keyset.ts';
import { ofMember } from '../db/member-rows.ts';
import type { Db } from '../db/pool.ts';
import type { Tx } from '../db/transaction.ts';
import { Refusal } from '../refusal.ts';
import type { Asker } from './rows.ts';

export const COMPLAINT_STATES = ['open', 'answered'] as const;
export type ComplaintState = (typeof COMPLAINT_STATES)[number];

/** One text within a complaint. */
export interface ComplaintEntry {
  id: string;
  /** Null: written by the member. */
  staffId: string | null;
  words: string;
  atMs: number;
}

/** A complaint as listed. */
export interface ComplaintRecord extends Asker {
  id: string;
  slipId: string;
  drawId: string;
  state: ComplaintState;
  askedAtMs: number;
  /** Deadline of the house's answer. */
  dueAtMs: number;
  answeredAtMs: number | null;
  /**
   * SHA-256 of the signed leaf data, and of the house's data about the draw at the time of the complaint; hexadecimal.
   */
  receiptHash: string;
  evidenceHash: string;
  /** The first text. */
  words: string;
}

/** A complaint with all texts, oldest first, and the proof at the time of the complaint, as JSON. */
export interface FullComplaint extends ComplaintRecord {
  entries: ComplaintEntry[];
  evidence: string;
}

export interface ComplaintPage {
  items: ComplaintRecord[];
  nextCursor: string | null;
  total: number;
}

/** Columns that complaints can be sorted by. */
export const COMPLAINT_SORTS = {
  due: { column: sql.ref('c.due_at'), kind: 'time' },
} as const satisfies Record<string, SortColumn>;

type ComplaintSort = SortBy<keyof typeof COMPLAINT_SORTS>;

/** The span is that of asking. */
export interface ComplaintQuery extends DaySpan {
  /** Only this member's, in the list over all members. */
  memberId?: string;
  state?: ComplaintState;
  slipId?: string;
  /** By default the member's list begins with the newest, and the staff's with the nearest deadline. */
  sort?: ComplaintSort;
  /** `nextCursor` of an earlier page. */
  cursor?: string;
  limit: number;
}

/** Lists a member's complaints, newest first. */
export function listComplaints(q: Db | Tx['q'], asker: Asker, query: ComplaintQuery): Promise<ComplaintPage> {
  return readPage(q, ofMember(asker, 'c'), query, '-due');
}

/** Lists all members' complaints, by default earliest deadline first. */
export function listAllComplaints(q: Db | Tx['q'], query: ComplaintQuery): Promise<ComplaintPage> {
  const { memberId } = query;
  const whose = memberId === undefined ? sql`true` : ofMember({ bucket: bucketOf(memberId), memberId }, 'c');
  return readPage(q, whose, query, 'due');
}

/** Reads one complaint of a member. Throws `not-found`. */
export async function readComplaint(q: Db | Tx['q'], asker: Asker, id: string): Promise<FullComplaint> {
  const { rows } = await select(sql`${ofMember(asker, 'c')} and c.id = ${id}::uuid`, sql``).execute(q);
  if (!rows[0]) throw new Refusal('not-found');
  const entries = await q
    .selectFrom('complaints.complaint_entry')
    .select(['id', 'staff_id as staffId', 'words', 'at'])
    .where(ofMember(asker))
    .where('complaint_id', '=', id)
    .orderBy('at')
    .orderBy('id')
    .execute();
  const { evidence } = await q
    .selectFrom('complaints.complaint')
    .select('evidence')
    .where(ofMember(asker))
    .where('id', '=', id)
    .executeTakeFirstOrThrow();
  return {
    ...recordOf(rows[0]),
    entries: entries.map(({ at, ...entry }) => ({ ...entry, atMs: at.getTime() })),
    evidence,
  };
}

const STATE_FILTER: Record<ComplaintState, RawBuilder<unknown>> = {
  open: sql`and c.answered_at is null`,
  answered: sql`and c.answered_at is not null`,
};

async function readPage(
  q: Db | Tx['q'],
  whose: RawBuilder<unknown>,
  query: ComplaintQuery,
  usual: ComplaintSort,
): Promise<ComplaintPage> {
  const { state, slipId, cursor, limit, sort = usual } = query;
  const sorting = sortingOf(COMPLAINT_SORTS, sort, 'c.id');
  const where = sql`${whose} ${state === undefined ? sql`` : STATE_FILTER[state]} ${
    slipId === undefined ? sql`` : sql`and c.slip_id = ${slipId}::uuid`
  } ${withinDays('c.asked_at', query)}`;
  const { rows } = await select(
    sql`${where} ${sorting.after(cursor)}`,
    sql`${sorting.order} limit ${limit + 1}`,
  ).execute(q);
  const { rows: counts } = await sql<{ n: bigint }>`
    select count(*) as n from complaints.complaint c where ${where}`.execute(q);
  const { page, nextCursor } = pageOf(rows, limit, cursorOf);
  return {
    items: page.map(recordOf),
    nextCursor,
    total: Number(counts[0]?.n ?? 0),
  };
}

interface Row {
  bucket: number;
  member_id: string;
  id: string;
  slip_id: string;
  draw_id: string;
  receipt_hash: Buffer;
  evidence_hash: Buffer;
  asked_at: Date;
  due_at: Date;
  sorted: bigint;
  answered_at: Date | null;
  words: string;
}

function select(where: RawBuilder<unknown>, more: RawBuilder<unknown>) {
  return sql<Row>`
    select c.bucket, c.member_id, c.id, c.slip_id, c.draw_id, c.receipt_hash, c.evidence_hash, c.asked_at, c.due_at,
      ${sortingOf(COMPLAINT_SORTS, 'due', 'c.id').value} as sorted, c.answered_at,
      (
        select e.words from complaints.complaint_entry e
        where e.bucket = c.bucket and e.member_id = c.member_id and e.complaint_id = c.id
        order by e.at, e.id limit 1
      ) as words
    from complaints.complaint c where ${where} ${more}`;
}

function recordOf(row: Row): ComplaintRecord {
  return {
    bucket: row.bucket,
    memberId: row.member_id,
    id: row.id,
    slipId: row.slip_id,
    drawId: row.draw_id,
    state: row.answered_at === null ? 'open' : 'answered',
    askedAtMs: row.asked_at.getTime(),
    dueAtMs: row.due_at.getTime(),
    answeredAtMs: row.answered_at?.getTime() ?? null,
    receiptHash: row.receipt_hash.toString('hex'),
    evidenceHash: row.evidence_hash.toString('hex'),
    words: row.words,
  };
}
