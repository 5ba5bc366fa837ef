import { type RawBuilder, sql } from 'kysely';
import { ofMember } from '../db/member-rows.ts';
import type { Db } from '../db/pool.ts';
import type { LedgerKind } from '../db/schema.d.ts';
import type { Tx } from '../db/transaction.ts';
import type { Account } from './lock.ts';

/** A line of a member's statement. Deltas are signed changes of the available and the held balance. */
export interface StatementLine {
  ref: string;
  kind: LedgerKind;
  /** Day of the act (`YYYY-MM-DD`, UTC). The posting may be on another day. */
  day: string;
  atMs: number;
  /** Absolute value. */
  amount: bigint;
  availableDelta: bigint;
  heldDelta: bigint;
  /** Balances after the line, independent of the filter. */
  availableAfter: bigint;
  heldAfter: bigint;
  /** Purpose of the hold that the line belongs to. Null without a hold. */
  heldFor: string | null;
}

/** Filter of lines. Empty means all. */
export interface StatementFilter {
  /** First and last day of the posting (`YYYY-MM-DD`, UTC). */
  from?: string;
  to?: string;
  kinds?: readonly LedgerKind[];
  /** Absolute amount in minor units. */
  min?: bigint;
  max?: bigint;
}

/** Sort key of a line. */
export interface PlaceRow {
  ref: string;
  kind: LedgerKind;
  micros: bigint;
}

export interface LineRow extends PlaceRow {
  day: string;
  amount: bigint;
  available_delta: bigint;
  held_delta: bigint;
  available_after: bigint;
  held_after: bigint;
  held_for: string | null;
}

/** Lines with the balances after them: the current balance minus all later changes. */
export async function linesAt(
  q: Db | Tx['q'],
  { bucket, memberId }: Account,
  places: readonly PlaceRow[],
): Promise<StatementLine[]> {
  const oldest = places.at(-1);
  if (!oldest) return [];
  const { rows } = await sql<LineRow>`
    with later as (
      select l.*, sum(${AVAILABLE}) over w as available_since, sum(${HELD}) over w as held_since
      from ledger.lines(${bucket}::smallint, ${memberId}::uuid, ${momentOf(oldest.micros)}, 'infinity') l
      window w as (order by l.at desc, l.ref desc, l.kind desc rows between unbounded preceding and 1 preceding)
    )
    select ${LINE}, (b.available - coalesce(l.available_since, 0))::bigint as available_after,
      (b.held - coalesce(l.held_since, 0))::bigint as held_after, ${heldFor({ bucket, memberId })} as held_for
    from later l join ledger.balance b on ${ofMember({ bucket, memberId }, 'b')}
    where (l.ref, l.kind) in (
      select * from unnest(${places.map(({ ref }) => ref)}::uuid[], ${places.map(({ kind }) => kind)}::ledger.kind[]))
    order by l.at desc, l.ref desc, l.kind desc`.execute(q);
  return rows.map(lineOf);
}

export const AVAILABLE = sql`ledger.delta('available', l.debit, l.credit, l.amount)`;
export const HELD = sql`ledger.delta('held', l.debit, l.credit, l.amount)`;
export const LINE = sql`
  l.ref, l.kind, l.day, (extract(epoch from l.at) * 1000000)::bigint as micros, l.amount,
  ${AVAILABLE} as available_delta, ${HELD} as held_delta`;

/** Purpose of a hold. A returned payout also carries the id of its hold. */
export function heldFor({ bucket, memberId }: Account): RawBuilder<unknown> {
  return sql`(
    select h.purpose from ledger.hold h
    where ${ofMember({ bucket, memberId }, 'h')} and h.id = l.ref)`;
}

export function lineOf(row: LineRow): StatementLine {
  return {
    ref: row.ref,
    kind: row.kind,
    day: row.day,
    atMs: Number(row.micros / 1_000n),
    amount: row.amount,
    availableDelta: row.available_delta,
    heldDelta: row.held_delta,
    availableAfter: row.available_after,
    heldAfter: row.held_after,
    heldFor: row.held_for,
  };
}

export function conditionsOf({ kinds, min, max }: StatementFilter): RawBuilder<unknown> {
  return sql`
    ${kinds === undefined ? sql`` : sql`and kind = any (${[...kinds]}::ledger.kind[])`}
    ${min === undefined ? sql`` : sql`and amount >= ${min}::bigint`}
    ${max === undefined ? sql`` : sql`and amount <= ${max}::bigint`}`;
}

export function startOf({ from }: Pick<StatementFilter, 'from'>): RawBuilder<unknown> {
  return from === undefined ? sql`'-infinity'::timestamptz` : sql`${`${from}T00:00:00Z`}::timestamptz`;
}

export function endOf({ to }: StatementFilter): RawBuilder<unknown> {
  return to === undefined ? sql`'infinity'::timestamptz` : sql`${`${to}T00:00:00Z`}::timestamptz + interval '1 day'`;
}

export function momentOf(micros: bigint | string): RawBuilder<unknown> {
  return sql`to_timestamp(${String(micros)}::numeric / 1000000)`;
}
