import { sql } from 'kysely';
import type { Db } from '../db/pool.ts';
import { transaction } from '../db/transaction.ts';
import { addDayTotals, type DayTotal } from '../ledger/day-totals.ts';
import { closeEpoch, currentEpoch } from '../ledger/epochs.ts';
import { causesNotPosted } from './causes.ts';
import type { ReconcileDeps } from './deps.ts';
import { unprovenFaults } from './draws.ts';
import { undecidedFaults, unsaidFaults } from './evidence.ts';
import { type LedgerFault, NO_FAULT, noteFaults, noteFoundBefore } from './fault.ts';
import { type PaidPeriod, periodsEnded, periodsPaid, slipCountFault, slipFaults } from './slips.ts';
import type { Span } from './span.ts';
import { totalsOf, transferFaults } from './transfers.ts';

const BUCKETS = 256;
/** Most epochs per run. After a long downtime, several runs catch up. */
const EPOCHS_MAX = 60;
/** Most transfers per query. Larger sets are split by bucket ranges, each of which reads all new transfers. */
const TRANSFERS_EACH = 200_000;
/** Overlap in ms when reading causes, in case the database's clock went back. */
const OVERLAP_MS = 10 * 60_000;

/** Progress of the reconciliation. */
interface Reconciled {
  epoch: number;
  at: Date;
  indexedFrom: string;
}

/**
 * Recomputes new transfers from their causes. Closes the current epoch if it has transfers, then reads all closed
 * epochs since the last run. Returns new faults. Concurrent runs find the same faults, and one of them advances the
 * position.
 */
export async function reconcileNew(deps: ReconcileDeps): Promise<LedgerFault[]> {
  const { db } = deps;
  const from = await readReconciled(db);
  await closeIfPosted(db, from.indexedFrom);
  const closed = (await currentEpoch(db)) - 1;
  // Only a write that bypassed the server can put the position there. The daily pass reconciles what lies between.
  if (from.epoch > closed) return transaction(db, (tx) => noteFaults(tx, [{ ...NO_FAULT, what: 'position-ahead' }]));
  const upTo = Math.min(closed, from.epoch + EPOCHS_MAX);
  const { rows } = await sql<{ now: Date }>`select clock.now() as now`.execute(db);
  const now = rows[0]?.now ?? from.at;
  const span: Span = {
    by: 'epochs',
    after: from.epoch,
    upTo,
    indexedFrom: from.indexedFrom,
    buckets: [0, BUCKETS - 1],
    kinds: null,
  };
  const totals = upTo > from.epoch ? await totalsOf(db, span) : [];
  const found = await causesNotPosted(db, {
    ...{ by: 'time', from: new Date(from.at.getTime() - OVERLAP_MS), to: now },
  });
  const paid: PaidPeriod[] = [];
  for (const part of partsOf(span, totals)) {
    found.push(...(await transferFaults(db, part)));
    found.push(...(await unsaidFaults(deps, part)), ...(await undecidedFaults(deps, part)));
    paid.push(...(await periodsPaid(db, part)));
  }
  try {
    await findPeriodFaults(deps, paid, await periodsEnded(db, from.epoch, upTo), found);
  } catch (error) {
    return await noteFoundBefore(db, error, found);
  }
  return moveOn(db, from, upTo, now, { found, totals });
}

async function readReconciled(db: Db): Promise<Reconciled> {
  const row = await db
    .selectFrom('ledger.reconciliation')
    .select(['epoch', 'at', 'indexed_from as indexedFrom'])
    .executeTakeFirstOrThrow();
  return row;
}

/** Closes the epoch if it has a transfer. An empty one stays open. */
async function closeIfPosted(db: Db, indexedFrom: string): Promise<void> {
  const epoch = await currentEpoch(db);
  const { rows } = await sql<{ found: boolean }>`
    select exists (
      select 1 from ledger.transfer t where t.epoch = ${epoch}::integer and t.day >= ${indexedFrom}::date) as found`.execute(
    db,
  );
  if (rows[0]?.found) await transaction(db, closeEpoch);
}

/** Splits a span into queries of limited size. */
function partsOf(span: Extract<Span, { by: 'epochs' }>, totals: readonly DayTotal[]): Span[] {
  const count = totals.reduce((sum, { transfers }) => sum + transfers, 0);
  if (count === 0) return [];
  const parts = Math.min(BUCKETS, 2 ** Math.ceil(Math.log2(Math.max(1, count / TRANSFERS_EACH))));
  const size = BUCKETS / parts;
  const kinds = new Set(totals.map(({ kind }) => kind));
  return Array.from({ length: parts }, (_, part) => ({
    ...{ ...span, buckets: [part * size, (part + 1) * size - 1] as const, kinds },
  }));
}

/** Buckets per query on the slips of a period. */
const SLIPS_STEP = 32;

/** Recomputes each slip of paid periods, and verifies the basis of their payment. Appends to `found`. */
async function findPeriodFaults(
  { db, catalogue, logKeys }: ReconcileDeps,
  paid: readonly PaidPeriod[],
  ended: readonly Omit<PaidPeriod, 'kinds'>[],
  found: LedgerFault[],
): Promise<void> {
  const merged = mergedOf(paid);
  const all = new Map([...merged, ...ended].map((period) => [`${period.lotteryId}/${period.period}`, period]));
  for (const period of all.values()) {
    for (let first = 0; first < BUCKETS; first += SLIPS_STEP) {
      const buckets = [first, first + SLIPS_STEP - 1] as const;
      found.push(...(await slipFaults(db, { of: 'period', period, buckets })));
    }
    const count = await slipCountFault(db, period, logKeys);
    if (count !== null) found.push(count);
  }
  found.push(...(await unprovenFaults(db, catalogue(), merged, (await logKeys?.()) ?? null)));
}

/** Merges the parts of a span: one item per period, with all its kinds. */
function mergedOf(paid: readonly PaidPeriod[]): PaidPeriod[] {
  return [...Map.groupBy(paid, ({ lotteryId, period }) => `${lotteryId}/${period}`).values()].flatMap((same) => {
    const [first] = same;
    return first === undefined ? [] : [{ ...first, kinds: [...new Set(same.flatMap(({ kinds }) => kinds))] }];
  });
}

/** Saves faults, totals and the new position in one transaction. */
async function moveOn(
  db: Db,
  from: Reconciled,
  upTo: number,
  now: Date,
  { found, totals }: { found: readonly LedgerFault[]; totals: readonly DayTotal[] },
): Promise<LedgerFault[]> {
  return transaction(db, async (tx) => {
    const fresh = await noteFaults(tx, found);
    const { rows } = await sql<{ moved: boolean }>`
      select ledger.move_reconciled(${from.epoch}::integer, ${Math.max(upTo, from.epoch)}::integer, ${now}::timestamptz)
        as moved`.execute(tx.q);
    if (!rows[0]?.moved) return fresh;
    await addDayTotals(tx, totals);
    for (const { kind, transfers, posted } of byKind(totals)) {
      const due = posted + found.filter((fault) => fault.kind === kind).reduce((sum, fault) => sum + offBy(fault), 0n);
      await sql`
        insert into ledger.reconciled_kind as k (kind, transfers, posted, due)
        values (${kind}::ledger.kind, ${transfers}::bigint, ${String(posted)}::numeric, ${String(due)}::numeric)
        on conflict (kind) do update set transfers = k.transfers + excluded.transfers,
          posted = k.posted + excluded.posted, due = k.due + excluded.due`.execute(tx.q);
    }
    return fresh;
  });
}

function byKind(totals: readonly DayTotal[]): { kind: string; transfers: number; posted: bigint }[] {
  return [...Map.groupBy(totals, ({ kind }) => kind)].map(([kind, same]) => ({
    kind,
    transfers: same.reduce((sum, { transfers }) => sum + transfers, 0),
    posted: same.reduce((sum, { amount }) => sum + amount, 0n),
  }));
}

/** Amount due minus amount posted. Negative for a transfer without a cause. */
function offBy({ what, posted, due }: LedgerFault): bigint {
  if (['no-cause', 'twice', 'unsaid', 'undecided'].includes(what)) return -(posted ?? 0n);
  return (due ?? 0n) - (posted ?? 0n);
}
