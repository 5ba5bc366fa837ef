import { sql } from 'kysely';
import { pageOf } from '../db/keyset.ts';
import { ofMember } from '../db/member-rows.ts';
import type { Db } from '../db/pool.ts';
import type { Account } from './lock.ts';
import {
  AVAILABLE,
  conditionsOf,
  endOf,
  linesAt,
  momentOf,
  type PlaceRow,
  type StatementFilter,
  type StatementLine,
  startOf,
} from './statement-lines.ts';
import { LEDGER_KINDS } from './transfer-kinds.ts';

/** Total credits and debits of the available balance over all lines of a filter. */
export interface StatementSums {
  in: bigint;
  out: bigint;
}

export interface StatementPage {
  items: StatementLine[];
  nextCursor: string | null;
  total: number;
  /** Null without a filter, where sums would be meaningless. */
  sums: StatementSums | null;
}

const CURSOR = new RegExp(
  `^([0-3]?\\d{1,15})~([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})~(${LEDGER_KINDS.join('|')})$`,
);

/** Look-back in days. Most members fill a page within a few days, so older partitions stay unopened. */
const LOOK_BACK_DAYS = [3, 60, null];

/**
 * A page of the statement, newest first. `cursor` comes from an earlier page. An invalid cursor starts at the newest
 * line.
 */
export async function readStatement(
  db: Db,
  member: Account,
  query: StatementFilter & { limit: number; cursor?: string },
): Promise<StatementPage> {
  const lines = await lineCount(db, member);
  // Without a filter the number of lines is known, so the search can stop early.
  const hasAll = (n: number) => query.cursor === undefined && !isFiltered(query) && n === lines;
  const found = await findPlaces(db, member, query, hasAll);
  const { page, nextCursor } = pageOf(found, query.limit, (last) => `${last.micros}~${last.ref}~${last.kind}`);
  return {
    items: await linesAt(db, member, page),
    nextCursor,
    ...(isFiltered(query) ? await sumUp(db, member, query) : { total: lines, sums: null }),
  };
}

/** Number of lines. Each transfer increments the balance's version. */
async function lineCount(db: Db, { bucket, memberId }: Account): Promise<number> {
  const balance = await db
    .selectFrom('ledger.balance')
    .select('version')
    .where(ofMember({ bucket, memberId }))
    .executeTakeFirst();
  return Number(balance?.version ?? 0);
}

/** The next lines of a filter plus one, newest first. Looks back in growing ranges of days until the page is full. */
async function findPlaces(
  db: Db,
  member: Account,
  query: StatementFilter & { limit: number; cursor?: string },
  hasAll: (n: number) => boolean,
): Promise<PlaceRow[]> {
  const limit = query.limit + 1;
  const [, micros, ref, kind] = CURSOR.exec(query.cursor ?? '') ?? [];
  const after = micros ? sql`and (at, ref, kind) < (${momentOf(micros)}, ${ref}::uuid, ${kind}::ledger.kind)` : sql``;
  const until = micros ? sql`least(${endOf(query)}, ${momentOf(micros)} + interval '1 microsecond')` : endOf(query);
  for (const days of LOOK_BACK_DAYS) {
    const from =
      days === null
        ? sql`p.from_at`
        : sql`greatest(p.from_at, least(p.until_at, clock.now()) - ${days} * interval '1 day')`;
    const { rows } = await sql<PlaceRow>`
      select l.ref, l.kind, (extract(epoch from l.at) * 1000000)::bigint as micros
      from (select ${startOf(query)} as from_at, ${until} as until_at) p
      cross join lateral ledger.lines(${member.bucket}::smallint, ${member.memberId}::uuid, ${from}, p.until_at) l
      where true ${conditionsOf(query)} ${after}
      order by l.at desc, l.ref desc, l.kind desc limit ${limit}`.execute(db);
    if (rows.length >= limit || days === null || hasAll(rows.length)) return rows;
  }
  return [];
}

async function sumUp(
  db: Db,
  { bucket, memberId }: Account,
  filter: StatementFilter,
): Promise<{ total: number; sums: StatementSums }> {
  const { rows } = await sql<{ n: bigint; came: bigint; went: bigint }>`
    select count(*) as n, coalesce(sum(greatest(${AVAILABLE}, 0)), 0)::bigint as came,
      coalesce(sum(greatest(-(${AVAILABLE}), 0)), 0)::bigint as went
    from ledger.lines(${bucket}::smallint, ${memberId}::uuid, ${startOf(filter)}, ${endOf(filter)}) l
    where true ${conditionsOf(filter)}`.execute(db);
  const [row] = rows;
  return { total: Number(row?.n ?? 0), sums: { in: row?.came ?? 0n, out: row?.went ?? 0n } };
}

function isFiltered({ from, to, kinds, min, max }: StatementFilter): boolean {
  return [from, to, kinds, min, max].some((one) => one !== undefined);
}

/** All lines of one act, oldest first. Empty if the member has no such act. */
export async function readAct(db: Db, member: Account, ref: string): Promise<StatementLine[]> {
  const { rows } = await sql<PlaceRow>`
    select ref, kind, (extract(epoch from at) * 1000000)::bigint as micros from ledger.transfer
    where ${ofMember(member)} and ref = ${ref}::uuid
    order by at desc, kind desc`.execute(db);
  return (await linesAt(db, member, rows)).toReversed();
}
