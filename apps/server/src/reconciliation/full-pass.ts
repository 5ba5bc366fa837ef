import { sql } from 'kysely';
import type { Db } from '../db/pool.ts';
import { type Tx, transaction } from '../db/transaction.ts';
import { DAY_MS } from '../durations.ts';
import { currentEpoch } from '../ledger/epochs.ts';
import { faultsOfBuckets } from '../ledger/reconcile.ts';
import { causesNotPosted } from './causes.ts';
import type { ReconcileDeps } from './deps.ts';
import { periodsToVerify, unprovenFaults } from './draws.ts';
import { undecidedFaults, unsaidFaults } from './evidence.ts';
import { FAULTS_MAX, type LedgerFault, NO_FAULT, noteFaults, noteFoundBefore } from './fault.ts';
import { slipFaults } from './slips.ts';
import type { Buckets } from './span.ts';
import { transferFaults } from './transfers.ts';

const BUCKETS = 256;
/** Days of slips per query. */
const DAYS_STEP = 7;

/**
 * Continues the pass over the whole ledger, bucket by bucket, while the budget lasts and for at least one step. The
 * next pass begins a day after the last one began. Returns new faults.
 */
export async function reconcileOn(deps: ReconcileDeps, budgetMs: number): Promise<LedgerFault[]> {
  const { db } = deps;
  const untilMs = performance.now() + budgetMs;
  const step = await bucketsAtOnce(db);
  const found: LedgerFault[] = [];
  do {
    const position = await nextPosition(deps);
    if (position === null) break;
    const first = position.bucket;
    const last = Math.min(first + step, BUCKETS) - 1;
    const faults: LedgerFault[] = [];
    try {
      await findFaults(deps, [first, last], 'in turn', faults);
    } catch (error) {
      return [...found, ...(await noteFoundBefore(db, error, faults))];
    }
    const fresh = await transaction(db, async (tx) => {
      const news = await noteFaults(tx, faults);
      await movePosition(tx, deps, position, last + 1);
      return news;
    });
    found.push(...fresh);
  } while (performance.now() < untilMs);
  return found;
}

/** Approximate number of transfers per query. */
const TRANSFERS_EACH = 200_000;
const BUCKETS_AT_ONCE_MAX = 32;

/**
 * Buckets per query: fewer if each holds more transfers. Based on the planner's table statistics, which are accurate
 * enough.
 */
async function bucketsAtOnce(db: Db): Promise<number> {
  const { rows } = await sql<{ n: number }>`
    select coalesce(sum(greatest(c.reltuples, 0)), 0)::float8 as n
    from pg_inherits i join pg_class c on c.oid = i.inhrelid where i.inhparent = 'ledger.transfer'::regclass`.execute(
    db,
  );
  const each = (rows[0]?.n ?? 0) / BUCKETS;
  return Math.max(1, Math.min(BUCKETS_AT_ONCE_MAX, Math.floor(TRANSFERS_EACH / Math.max(1, each))));
}

/** Progress of a pass. */
interface Position {
  bucket: number;
  /**
   * Start of the pass in seconds, as database text. It is part of the MAC, so the MAC of one pass does not fit
   * another.
   */
  since: string;
}

/**
 * The position to continue from. Null if no pass is due. A position without a valid MAC is ignored, and the pass
 * begins again.
 */
async function nextPosition({ db, macs }: ReconcileDeps): Promise<Position | null> {
  // Begins a pass if one is due.
  await sql`select ledger.next_whole_bucket()`.execute(db);
  const { bucket, since, mac } = await db
    .selectFrom('ledger.reconciliation')
    .select([
      'whole_bucket as bucket',
      'whole_mac as mac',
      sql<string>`extract(epoch from whole_since)::text`.as('since'),
    ])
    .executeTakeFirstOrThrow();
  const position = { bucket, since };
  const isSigned = macs === null || (mac !== null && macs.isGenuine('ledger.reconciliation', position, mac));
  if (bucket === 0 || isSigned) return bucket === BUCKETS ? null : position;
  await transaction(db, (tx) => movePosition(tx, { macs }, position, 0));
  return { bucket: 0, since };
}

async function movePosition(
  tx: Tx,
  { macs }: Pick<ReconcileDeps, 'macs'>,
  { bucket, since }: Position,
  to: number,
): Promise<void> {
  const mac = macs?.of('ledger.reconciliation', { bucket: to, since }) ?? 'none';
  await sql`
    select ledger.move_whole(${bucket}::smallint, ${to}::smallint, ${since}::numeric, ${mac})`.execute(tx.q);
}

/**
 * Reconciles the whole ledger at once: every balance, transfer, cause and draw. Returns the faults and writes nothing.
 * The daily pass records them.
 */
export async function reconcileAll(
  deps: ReconcileDeps,
  onProgress: (buckets: number, total: number) => void = () => {},
): Promise<LedgerFault[]> {
  const step = await bucketsAtOnce(deps.db);
  const found: LedgerFault[] = [];
  for (let first = 0; first < BUCKETS && found.length < FAULTS_MAX; first += step) {
    const last = Math.min(first + step, BUCKETS) - 1;
    await findFaults(deps, [first, last], 'all', found);
    onProgress(last + 1, BUCKETS);
  }
  return found;
}

/**
 * Appends faults to `found`. `draws`: whether to verify only a part of the older draws; all of them have their turn
 * within 30 days.
 */
export async function findFaults(
  deps: ReconcileDeps,
  buckets: Buckets,
  draws: 'in turn' | 'all',
  found: LedgerFault[],
): Promise<void> {
  const { db, catalogue, logKeys } = deps;
  const span = { by: 'buckets', buckets, upTo: (await currentEpoch(db)) - 1 } as const;
  const stored = await faultsOfBuckets(db, ...buckets);
  for (const { memberId, what, kept: due, found: posted } of stored) {
    found.push({ ...NO_FAULT, what: `balance-${what}`, memberId, posted, due });
  }
  found.push(...(await transferFaults(db, span)), ...(await causesNotPosted(db, { by: 'buckets', buckets })));
  found.push(...(await unsaidFaults(deps, span)), ...(await undecidedFaults(deps, span)));
  for (const [fromDay, toDay] of await weeksOf(db, buckets)) {
    found.push(...(await slipFaults(db, { of: 'days', fromDay, toDay, buckets })));
  }
  const dayNumber = draws === 'all' ? null : Math.floor(Date.now() / DAY_MS);
  for await (const some of periodsToVerify(db, buckets, dayNumber)) {
    found.push(...(await unprovenFaults(db, catalogue(), some, (await logKeys?.()) ?? null)));
  }
}

/** First and last day of each week with slips of some buckets. */
async function weeksOf(db: Db, [first, last]: Buckets): Promise<[string, string][]> {
  const { rows } = await sql<{ from: string; to: string }>`
    with span as (
      select min(s.day) as first, max(s.day) as last from lottery.slip s
      where s.bucket between ${first}::smallint and ${last}::smallint)
    select d::date as from, (d + make_interval(days => ${DAYS_STEP - 1}::integer))::date as to
    from span cross join generate_series(span.first, span.last, make_interval(days => ${DAYS_STEP}::integer)) d`.execute(
    db,
  );
  return rows.map(({ from, to }) => [from, to]);
}
