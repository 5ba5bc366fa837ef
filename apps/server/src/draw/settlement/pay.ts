import { sql } from 'kysely';
import { lockHead } from '../../book/book.ts';
import type { Db } from '../../db/pool.ts';
import { type Tx, transaction } from '../../db/transaction.ts';
import { step as traced } from '../../trace/steps.ts';
import { dayOf } from '../lock-day.ts';
import type { PayStep } from '../periods.ts';
import { type Period, periodStateOf } from '../periods.ts';
import { signatureOffered } from '../worker/offered-signatures.ts';
import { type PayCause, verifyPayCause } from './pay-cause.ts';

const BUCKETS = 256;
/** Up to this many slips are paid in one chunk. */
const SMALL = 2_000;
const SLIPS_PER_CHUNK = 12_000;
const WORKERS = 2;

/**
 * Pays one step of a period in chunks of buckets. Each chunk is a transaction; two run at a time. The step can be
 * interrupted and repeated with any chunk size: a repeated chunk posts nothing twice. After `signal` is aborted, no
 * further chunk starts. The basis of the step is verified once, before the first chunk, with the book's keys in
 * `logKeys`. Throws a `PayRefused` and pays nothing if that fails.
 */
export async function payStep(
  db: Db,
  period: Period,
  step: PayStep,
  slipCount: bigint | null,
  signal?: AbortSignal,
  logKeys: readonly string[] | null = null,
): Promise<void> {
  return await traced(`pay: ${step}`, {}, () => payWhole(db, period, step, slipCount, signal, logKeys), {
    drawId: period.drawId,
  });
}

async function payWhole(
  db: Db,
  period: Period,
  step: PayStep,
  slipCount: bigint | null,
  signal: AbortSignal | undefined,
  logKeys: readonly string[] | null,
): Promise<void> {
  const again = (other: PayStep) => payStep(db, period, other, slipCount, signal, logKeys);
  if (step === 'return' && !(await mayReturn(db, period))) return;
  // Completes a return or refund that has begun. Winners then get their payout minus that amount, and no stake goes
  // back twice.
  if (step !== 'return' && (await isHalfReturned(db, period))) await again('return');
  if (step === 'settle' && (await isHalfRefunded(db, period))) await again('refund');
  const cause = await verifyPayCause(db, period, step, logKeys);
  if (step === 'return' && !(await mayReturn(db, period, 'begin'))) return;
  const count = slipCount ?? (await countSlips(db, period));
  if (count > 0n) {
    const size = chunkSize(Number(count));
    const chunks = Array.from({ length: BUCKETS / size }, (_, index) => index * size);
    const payNext = (first: number) => payChunk(db, period, step, cause, first, size);
    await Promise.all(Array.from({ length: WORKERS }, () => takeTurns(chunks, payNext, signal)));
    if (signal?.aborted) return;
  }
  await finish(db, period, step);
}

/**
 * Whether stakes may be returned. `begin` records the decision once its basis is verified.
 *
 * The book's lock makes the decision final: the first of return, draw and void wins. A process without the signature
 * must not return stakes that another one has settled. A process that saw a timely seal must not return stakes that
 * another one refunds. With a valid signature nothing is returned.
 */
async function mayReturn(db: Db, period: Period, how: 'begin' | 'ask' = 'ask'): Promise<boolean> {
  const isOffered = (await signatureOffered(db, period)) !== null;
  return transaction(db, async (tx) => {
    await lockHead(tx);
    if ((await statesOf(tx.q, period, 'return')).has('begun')) return true;
    const periodState = await periodStateOf(tx, period);
    if (isOffered || periodState.drawn || periodState.void || periodState.wasVoid) return false;
    if (how === 'begin') await insertBegun(tx, period, 'return');
    return true;
  });
}

async function isHalfReturned(db: Db, period: Period): Promise<boolean> {
  const states = await statesOf(db, period, 'return');
  return states.has('begun') && !states.has('done');
}

/** Whether an overridden void has an unfinished refund. */
function isHalfRefunded(db: Db, period: Period): Promise<boolean> {
  return transaction(db, async (tx) => {
    const { wasVoid, paid } = await periodStateOf(tx, period);
    return wasVoid && !paid.has('refund');
  });
}

function chunkSize(slips: number): number {
  if (slips <= SMALL) return BUCKETS;
  let size = BUCKETS;
  while (size > 1 && (slips * size) / BUCKETS > SLIPS_PER_CHUNK) size /= 2;
  return size;
}

async function takeTurns(
  chunks: number[],
  payNext: (first: number) => Promise<void>,
  signal: AbortSignal | undefined,
): Promise<void> {
  for (let first = chunks.shift(); first !== undefined; first = chunks.shift()) {
    if (signal?.aborted) return;
    await payNext(first);
  }
}

/**
 * Pays a chunk without waiting for the disk (`synchronous_commit` off). A crash only repeats the same payment. Any
 * later durable commit, such as a bet with the winnings or the end of the step, makes earlier chunks durable.
 */
async function payChunk(
  db: Db,
  period: Period,
  step: PayStep,
  { entry, table }: PayCause,
  first: number,
  size: number,
): Promise<void> {
  const pay = () =>
    transaction(db, async (tx) => {
      await sql`
      select set_config('synchronous_commit', 'off', true), draw.settle_chunk(
        ${first}::smallint, ${first + size - 1}::smallint, ${period.lottery.id}::smallint, ${period.period}::bigint,
        ${step}, ${Buffer.from(entry, 'hex')}, ${Buffer.from(table, 'hex')})`.execute(tx.q);
    });
  await traced('pay chunk', { buckets: size }, pay);
}

async function countSlips(db: Db, period: Period): Promise<bigint> {
  const { rows } = await sql<{ n: bigint }>`
    select count(*) as n from lottery.slip
    where lottery_id = ${period.lottery.id}::smallint and period = ${period.period}::bigint
      and day = ${dayOf(period)}::date`.execute(db);
  return rows[0]?.n ?? 0n;
}

/** Recorded states of a step: `begun` (of a return only) and `done`. */
async function statesOf(q: Db | Tx['q'], period: Period, step: PayStep): Promise<Set<string>> {
  const rows = await q
    .selectFrom('draw.settlement_step')
    .select('state')
    .where('lottery_id', '=', period.lottery.id)
    .where('period', '=', BigInt(period.period))
    .where('step', '=', step)
    .execute();
  return new Set(rows.map((row) => row.state));
}

async function insertBegun(tx: Tx, period: Period, step: PayStep): Promise<void> {
  await sql`
    insert into draw.settlement_step (lottery_id, period, step, state, at)
    values (${period.lottery.id}::smallint, ${period.period}::bigint, ${step}, 'begun', clock.now())
    on conflict do nothing`.execute(tx.q);
}

/**
 * Marks a step as fully paid, with the ledger's epoch. Holds the first gate, so closing an epoch and this insert wait
 * for each other. The periods that a snapshot sees as paid by its epoch are therefore final.
 */
async function insertDone(tx: Tx, period: Period, step: PayStep): Promise<void> {
  await sql`
    insert into draw.settlement_step (lottery_id, period, step, state, at, epoch)
    select ${period.lottery.id}::smallint, ${period.period}::bigint, ${step}, 'done', clock.now(), g.epoch
    from (select ledger.hold_epoch(0::smallint) as epoch offset 0) g
    on conflict do nothing`.execute(tx.q);
}

async function finish(db: Db, period: Period, step: PayStep): Promise<void> {
  await transaction(db, async (tx) => {
    // Holds the book's lock: a void may be overridden at this moment, and then the period needs more steps.
    if (step === 'refund') await lockHead(tx);
    const isOver = step !== 'return' && !(step === 'refund' && (await periodStateOf(tx, period)).wasVoid);
    await insertDone(tx, period, step);
    if (isOver) {
      await tx.q
        .deleteFrom('draw.settlement_queue')
        .where('lottery_id', '=', period.lottery.id)
        .where('period', '=', BigInt(period.period))
        .execute();
    }
    await sql`select pg_notify('paid', ${`${period.drawId} ${step}`})`.execute(tx.q);
  });
}
