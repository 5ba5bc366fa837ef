import { sql } from 'kysely';
import type { Db } from '../db/pool.ts';
import type { LedgerKind } from '../db/schema.d.ts';
import { LEDGER_KINDS } from './kinds.ts';

/** One line of a member's statement; amounts are signed, as seen from the available and the held balance. */
export interface StatementLine {
  ref: string;
  kind: LedgerKind;
  atMs: number;
  availableDelta: bigint;
  heldDelta: bigint;
}

export interface StatementPage {
  items: StatementLine[];
  nextCursor: string | null;
  total: number;
}

const CURSOR = new RegExp(`^(\\d{1,16})~([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})~(${LEDGER_KINDS.join('|')})$`);

/** Newest first. `cursor` is that of an earlier page; anything else begins at the newest. */
export async function readStatement(
  db: Db,
  member: { bucket: number; memberId: string },
  query: { limit: number; cursor?: string },
): Promise<StatementPage> {
  const cursor = CURSOR.exec(query.cursor ?? '');
  const after = cursor
    ? sql`and (at, ref, kind) < (to_timestamp(${cursor[1]}::numeric / 1000000), ${cursor[2]}::uuid, ${cursor[3]}::ledger.kind)`
    : sql``;
  const { rows } = await sql<{
    ref: string;
    kind: LedgerKind;
    micros: bigint;
    available_delta: bigint;
    held_delta: bigint;
  }>`
    select ref, kind, (extract(epoch from at) * 1000000)::bigint as micros, available_delta, held_delta
    from ledger.statement
    where bucket = ${member.bucket}::smallint and member_id = ${member.memberId}::uuid ${after}
    order by at desc, ref desc, kind desc limit ${query.limit + 1}`.execute(db);
  const { rows: counts } = await sql<{ n: bigint }>`
    select count(*) as n from ledger.statement
    where bucket = ${member.bucket}::smallint and member_id = ${member.memberId}::uuid`.execute(db);
  const kept = rows.slice(0, query.limit);
  const last = kept.at(-1);
  return {
    items: kept.map((row) => ({
      ref: row.ref,
      kind: row.kind,
      atMs: Number(row.micros / 1_000n),
      availableDelta: row.available_delta,
      heldDelta: row.held_delta,
    })),
    nextCursor: rows.length > query.limit && last ? `${last.micros}~${last.ref}~${last.kind}` : null,
    total: Number(counts[0]?.n ?? 0),
  };
}
