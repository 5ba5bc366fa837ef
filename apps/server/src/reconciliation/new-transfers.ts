import { sql } from 'kysely';
import type { Db } from '../db/pool.ts';
import { transaction } from '../db/transaction.ts';
import { closeEpoch, currentEpoch } from '../ledger/epochs.ts';
import { causesNotPosted } from './causes.ts';
import type { ReconcileDeps } from './deps.ts';
import { unprovenFaults } from './draws.ts';
import { undecidedFaults, unsaidFaults } from './evidence.ts';
import { type LedgerFault, NO_FAULT, noteFaults, noteFoundBefore } from './fault.ts';
import { type PaidPeriod, periodsEnded, periodsPaid, slipCountFault, slipFaults } from './slips.ts';
import type { Span } from './span.ts';
import { type KindTotal, totalsOf, transferFaults } from './transfers.ts';

const BUCKETS = 256;
/** Epochs of one run: what a stop of hours left is caught up with run by run. */
const EPOCHS_MAX = 60;
/** Transfers of one question; more are asked for by ranges of buckets, each of which reads all that is new. */
const TRANSFERS_EACH = 200_000;
/** Causes are looked at again for so long: a clock of the database that went back shows them twice. */
const OVERLAP_MS = 10 * 60_000;

/** How far the reconciliation is. */
interface Reconciled {
  epoch: number;
  at: Date;
  indexedFrom: string;
}

/**
 * Recomputes the transfers since the last run from their causes. Closes the current epoch where it has transfers, and
 * reads the closed epochs that no run has read. Returns the faults that were not known. Two runs at once find the
 * same faults, and one of them moves the position on.
 */
export async function reconcileNew(deps: ReconcileDeps): Promise<LedgerFault[]> {
  const { db } = deps;
  const from = await readReconciled(db);
  await closeIfPosted(db, from.indexedFrom);
  const closed = (await currentEpoch(db)) - 1;
  // Only somebody who writes around the server moves it so far: what lies between is reconciled by the daily pass.
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

/** An epoch without a transfer stays open: there is nothing new in it. */
async function closeIfPosted(db: Db, indexedFrom: string): Promise<void> {
  const epoch = await currentEpoch(db);
  const { rows } = await sql<{ found: boolean }>`
    select exists (
      select 1 from ledger.transfer t where t.epoch = ${epoch}::integer and t.day >= ${indexedFrom}::date) as found`.execute(
    db,
  );
  if (rows[0]?.found) await transaction(db, closeEpoch);
}

/** The same transfers in questions of a bearable size. */
function partsOf(span: Extract<Span, { by: 'epochs' }>, totals: readonly KindTotal[]): Span[] {
  const count = totals.reduce((sum, { transfers }) => sum + transfers, 0);
  if (count === 0) return [];
  const parts = Math.min(BUCKETS, 2 ** Math.ceil(Math.log2(Math.max(1, count / TRANSFERS_EACH))));
  const size = BUCKETS / parts;
  const kinds = new Set(totals.map(({ kind }) => kind));
  return Array.from({ length: parts }, (_, part) => ({
    ...{ ...span, buckets: [part * size, (part + 1) * size - 1] as const, kinds },
  }));
}

/** Buckets of one question about the slips of a period. */
const SLIPS_STEP = 32;

/**
 * Of periods that were paid, each slip anew; and whether what they were paid by can be verified. Adds to what was
 * found.
 */
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
    const count = await slipCountFault(db, period);
    if (count !== null) found.push(count);
  }
  found.push(...(await unprovenFaults(db, catalogue(), merged, (await logKeys?.()) ?? null)));
}

/** One of each period, with all the kinds that any part of the span has of it. */
function mergedOf(paid: readonly PaidPeriod[]): PaidPeriod[] {
  return [...Map.groupBy(paid, ({ lotteryId, period }) => `${lotteryId}/${period}`).values()].flatMap((same) => {
    const [first] = same;
    return first === undefined ? [] : [{ ...first, kinds: [...new Set(same.flatMap(({ kinds }) => kinds))] }];
  });
}

/** What was found, the totals and how far it is are there together or not at all. */
async function moveOn(
  db: Db,
  from: Reconciled,
  upTo: number,
  now: Date,
  { found, totals }: { found: readonly LedgerFault[]; totals: readonly KindTotal[] },
): Promise<LedgerFault[]> {
  return transaction(db, async (tx) => {
    const fresh = await noteFaults(tx, found);
    const { rows } = await sql<{ moved: boolean }>`
      select ledger.move_reconciled(${from.epoch}::integer, ${Math.max(upTo, from.epoch)}::integer, ${now}::timestamptz)
        as moved`.execute(tx.q);
    if (!rows[0]?.moved) return fresh;
    for (const { kind, transfers, posted } of totals) {
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

/** By how much the cause of a transfer says more than was posted; less than nothing for one without a cause. */
function offBy({ what, posted, due }: LedgerFault): bigint {
  if (['no-cause', 'twice', 'unsaid', 'undecided'].includes(what)) return -(posted ?? 0n);
  return (due ?? 0n) - (posted ?? 0n);
}
