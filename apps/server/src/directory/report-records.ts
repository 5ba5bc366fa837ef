import { type RawBuilder, sql } from 'kysely';
import { type DaySpan, withinDays } from '../db/day-span.ts';
import { cursorOf, pageOf, type SortBy, type SortColumn, sortingOf } from '../db/keyset.ts';
import { ofMember } from '../db/member-rows.ts';
import type { Db } from '../db/pool.ts';
import { measureQueue, NOT_DUE, type Queue } from '../db/queue.ts';
import type { Tx } from '../db/transaction.ts';
import { bestWords } from '../languages.ts';
import { Refusal } from '../refusal.ts';
import type { Readers } from './cities.ts';
import type { HostTexts } from './host-texts.ts';
import { hidesAtOnce, type Reporter, type ReportOutcome, type ReportReason } from './reports.ts';

export const REPORT_STATES = ['waiting', 'decided'] as const;
export type ReportState = (typeof REPORT_STATES)[number];

export interface ReportRecord extends Reporter {
  id: string;
  hostId: string;
  /** Empty for a removed host. */
  hostName: string;
  reason: ReportReason;
  words: string;
  /** Number of attached pictures. */
  pictures: number;
  /** Null while it waits. */
  outcome: ReportOutcome | null;
  answer: string | null;
  /** Whether the report hid the profile at once. */
  hid: boolean;
  atMs: number;
  decidedAtMs: number | null;
  decidedBy: string | null;
}

export interface ReportPage {
  items: ReportRecord[];
  nextCursor: string | null;
  total: number;
}

/** Columns that reports can be sorted by. */
export const REPORT_SORTS = {
  at: { column: sql.ref('r.at'), kind: 'time' },
} as const satisfies Record<string, SortColumn>;

type ReportSort = SortBy<keyof typeof REPORT_SORTS>;

/** The span is that of reporting. */
export interface ReportQuery extends DaySpan {
  state?: ReportState;
  hostId?: string;
  reporter?: Reporter;
  /** Without one, in the order of `listReports` or `listAllReports`. */
  sort?: ReportSort;
  /** `nextCursor` of an earlier page. */
  cursor?: string;
  limit: number;
}

/** A member's own reports, newest first. */
export function listReports(
  q: Db | Tx['q'],
  readers: Readers,
  query: ReportQuery & { reporter: Reporter },
): Promise<ReportPage> {
  return readPage(q, readers, query, '-at');
}

/** Reports of all members, usually open ones oldest first and decided ones newest first. */
export function listAllReports(q: Db | Tx['q'], readers: Readers, query: ReportQuery): Promise<ReportPage> {
  return readPage(q, readers, query, query.state === 'decided' ? '-at' : 'at');
}

/** Reports that wait for a decision. */
export function reportQueue(q: Db | Tx['q']): Promise<Queue> {
  return measureQueue(
    q,
    sql`select r.at as since, ${NOT_DUE} from directory.report r
    where r.decided_at is null order by r.at, r.id`,
  );
}

/** Throws `not-found`. */
export async function readReport(
  q: Db | Tx['q'],
  readers: Readers,
  reporter: Reporter,
  id: string,
): Promise<ReportRecord> {
  const { rows } = await select(sql`${ofMember(reporter, 'r')} and r.id = ${id}::uuid`, sql``).execute(q);
  if (!rows[0]) throw new Refusal('not-found');
  return recordOf(rows[0], readers);
}

/** An attached picture as WebP, counted from 1. Throws `not-found`. */
export async function readEvidence(
  q: Db | Tx['q'],
  { bucket, memberId }: Reporter,
  reportId: string,
  n: number,
): Promise<Buffer> {
  const row = await q
    .selectFrom('directory.evidence')
    .select('content')
    .where(ofMember({ bucket, memberId }))
    .where('report_id', '=', reportId)
    .where('n', '=', n)
    .executeTakeFirst();
  if (!row) throw new Refusal('not-found');
  return row.content;
}

async function readPage(q: Db | Tx['q'], readers: Readers, query: ReportQuery, usual: ReportSort): Promise<ReportPage> {
  const { state, hostId, reporter, cursor, limit, sort = usual } = query;
  const sorting = sortingOf(REPORT_SORTS, sort, 'r.id');
  const where = sql`${reporter === undefined ? sql`true` : ofMember(reporter, 'r')}
    ${hostId === undefined ? sql`` : sql`and r.host_id = ${hostId}::uuid`}
    ${state === undefined ? sql`` : sql`and (r.decided_at is null) = ${state === 'waiting'}`} ${withinDays('r.at', query)}`;
  const { rows } = await select(
    sql`${where} ${sorting.after(cursor)}`,
    sql`${sorting.order} limit ${limit + 1}`,
    sorting,
  ).execute(q);
  const { rows: counts } = await sql<{ n: bigint }>`
    select count(*) as n from directory.report r where ${where}`.execute(q);
  const { page, nextCursor } = pageOf(rows, limit, cursorOf);
  const items = page.map((row) => recordOf(row, readers));
  return { items, nextCursor, total: Number(counts[0]?.n ?? 0) };
}

interface Row {
  sorted: bigint;
  bucket: number;
  member_id: string;
  id: string;
  host_id: string;
  texts: HostTexts | null;
  reason: ReportReason;
  words: string;
  pictures: bigint;
  outcome: ReportOutcome | null;
  answer: string | null;
  at: Date;
  decided_at: Date | null;
  decided_by: string | null;
}

const UNSORTED = { value: sql<bigint>`0::bigint`, order: sql`` };

function select(where: RawBuilder<unknown>, more: RawBuilder<unknown>, { value, order } = UNSORTED) {
  return sql<Row>`
    with own as materialized (
      select r.bucket, r.member_id, r.id, r.host_id, r.reason, r.words, r.outcome, r.answer, r.at, r.decided_at,
        r.decided_by, (
          select count(*) from directory.evidence e
          where e.bucket = r.bucket and e.member_id = r.member_id and e.report_id = r.id
        ) as pictures
      from directory.report r
      where ${where} ${more}
    )
    select r.*, h.texts, ${value} as sorted from own r left join directory.host h on h.id = r.host_id ${order}`;
}

function recordOf(row: Row, { languages, house }: Readers): ReportRecord {
  return {
    bucket: row.bucket,
    memberId: row.member_id,
    id: row.id,
    hostId: row.host_id,
    hostName: row.texts === null ? '' : (bestWords(row.texts, languages, house)?.name ?? ''),
    reason: row.reason,
    words: row.words,
    pictures: Number(row.pictures),
    outcome: row.outcome,
    answer: row.answer,
    hid: hidesAtOnce(row.reason),
    atMs: row.at.getTime(),
    decidedAtMs: row.decided_at?.getTime() ?? null,
    decidedBy: row.decided_by,
  };
}
