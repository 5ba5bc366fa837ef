import { sql } from 'kysely';
import type { Db } from '../db/pool.ts';
import { measureQueue, NOT_DUE, type Queue } from '../db/queue.ts';
import type { Tx } from '../db/transaction.ts';
import { REVIEWED, UNPROVEN } from '../draw/tables/stop-table.ts';
import { LEDGER_WRONG, MONEY_IN } from '../payments/rules/money-switch.ts';

/** A fault as shown to staff. Amounts are minor units. */
export interface ShownFault {
  /** Hex. */
  id: string;
  what: string;
  memberId: string | null;
  kind: string | null;
  day: string | null;
  ref: string | null;
  /** Draw id, `key/period`. */
  drawId: string | null;
  posted: bigint | null;
  due: bigint | null;
  foundAtMs: number;
  /** The proposal by which two people reviewed the fault. Null until then. */
  reviewId: string | null;
}

export interface FaultPage {
  items: ShownFault[];
  nextCursor: string | null;
  total: number;
}

/** Cursor: microseconds and id of a page's last fault. */
export const FAULT_CURSOR = /^(\d{1,16})~([0-9a-f]{64})$/;

/** Faults, newest first. `open` selects those that two people have not reviewed. */
export async function listFaults(
  q: Db | Tx['q'],
  { open, cursor, limit }: { open: boolean; cursor?: string; limit: number },
): Promise<FaultPage> {
  const such = open ? sql`f.review is null` : sql`true`;
  const [, micros, id] = FAULT_CURSOR.exec(cursor ?? '') ?? [];
  const after =
    micros === undefined
      ? sql`true`
      : sql`(f.found_at, f.id) < (to_timestamp(${micros}::numeric / 1000000), decode(${id}, 'hex'))`;
  const { rows } = await sql<Omit<ShownFault, 'foundAtMs'> & { foundAt: Date; micros: bigint }>`
    select encode(f.id, 'hex') as id, f.what, f.member_id as "memberId", f.kind, f.day, f.ref,
      l.key || '/' || f.period as "drawId", f.posted::bigint as posted, f.due::bigint as due, f.found_at as "foundAt",
      f.review as "reviewId", (extract(epoch from f.found_at) * 1000000)::bigint as micros
    from ledger.fault f left join lottery.lottery l on l.id = f.lottery_id
    where ${such} and ${after} order by f.found_at desc, f.id desc limit ${limit + 1}`.execute(q);
  const { rows: counts } = await sql<{ n: number }>`
    select count(*)::integer as n from ledger.fault f where ${such}`.execute(q);
  const items = rows
    .slice(0, limit)
    .map(({ foundAt, micros: _, ...fault }) => ({ ...fault, foundAtMs: foundAt.getTime() }));
  const last = rows.length > limit ? rows[limit - 1] : undefined;
  return { items, nextCursor: last ? `${last.micros}~${last.id}` : null, total: counts[0]?.n ?? 0 };
}

/** A draw that was not paid because it could not be verified, and whose table has not been reopened. */
export interface UnprovenDraw {
  drawId: string;
  step: string;
  what: string;
  atMs: number;
}

const DRAWS_MAX = 100;

/** SQL condition on `draw.fault f`: its table has not been reopened since. */
const IS_UNREVIEWED = sql`not exists (select from lottery.switch s
  where s.lottery_id = f.lottery_id and s.open and s.reason = ${REVIEWED} and s.at >= f.at)`;

/** Newest first. */
export async function listUnprovenDraws(q: Db | Tx['q']): Promise<UnprovenDraw[]> {
  const { rows } = await sql<Omit<UnprovenDraw, 'atMs'> & { at: Date }>`
    select l.key || '/' || f.period as "drawId", f.step, f.what, f.at
    from draw.fault f join lottery.lottery l on l.id = f.lottery_id
    where ${IS_UNREVIEWED}
    order by f.at desc limit ${DRAWS_MAX}`.execute(q);
  return rows.map(({ at, ...draw }) => ({ ...draw, atMs: at.getTime() }));
}

/** Metrics of the reconciliation, without member data. */
export interface FaultFigures {
  /** Faults that two people have not reviewed. */
  faults: number;
  /** Time since new transfers were last reconciled. */
  reconciledSeconds: number;
  /** Time since the last pass over the whole ledger began. */
  wholeSeconds: number;
  /** Draws that could not be verified, by lottery key. */
  unproven: Record<string, number>;
}

export async function readFaultFigures(db: Db): Promise<FaultFigures> {
  const { rows } = await sql<{
    faults: bigint;
    reconciledSeconds: number;
    wholeSeconds: number;
    unproven: Record<string, number> | null;
  }>`
    select faults, reconciled_seconds as "reconciledSeconds", whole_seconds as "wholeSeconds", unproven
    from ledger.fault_figures()`.execute(db);
  const row = rows[0];
  if (!row) throw new Error('the query of fault counts returned no row');
  return { ...row, faults: Number(row.faults), unproven: row.unproven ?? {} };
}

/** Subjects closed by faults (`money-in` or `table/<lottery>`), and since when. */
export async function closedByFaults(q: Db | Tx['q']): Promise<{ subject: string; sinceMs: number }[]> {
  const { rows } = await sql<{ subject: string; at: Date }>`
    select ${MONEY_IN} as subject, s.at from (
      select h.open, h.reason, h.at from house.switch h where h.what = ${MONEY_IN} order by h.at desc, h.id desc limit 1
    ) s where not s.open and s.reason = ${LEDGER_WRONG}
    union all
    select 'table/' || l.key, s.at from lottery.lottery l cross join lateral (
      select t.open, t.reason, t.at from lottery.switch t where t.lottery_id = l.id order by t.at desc, t.id desc limit 1
    ) s where not s.open and s.reason = ${UNPROVEN}
    order by at`.execute(q);
  return rows.map(({ subject, at }) => ({ subject, sinceMs: at.getTime() }));
}

/** Faults that two people have not reviewed, and draws that could not be verified. */
export function faultQueue(q: Db | Tx['q']): Promise<Queue> {
  return measureQueue(
    q,
    sql`select o.since, ${NOT_DUE} from (
      select f.found_at as since from ledger.fault f where f.review is null
      union all select f.at from draw.fault f where ${IS_UNREVIEWED}) o
    order by o.since`,
  );
}
