import { sql } from 'kysely';
import { append, coveredAtMs, entryAt, noteTreeHead } from '../book/book.ts';
import { beginConsistentRead, type ConsistentRead } from '../db/consistent-read.ts';
import type { Db } from '../db/pool.ts';
import { type Tx, transaction } from '../db/transaction.ts';
import { turnoverBefore } from '../draw/settlement/turnover.ts';
import { openStakes } from '../draw/worker/open-stakes.ts';
import { dateOf, hasSnapshot } from '../ledger/liabilities/liabilities-state.ts';
import { type OwedSources, readAllOwed, type SumsFrom } from '../ledger/liabilities/owed.ts';
import { type LiabilitiesRecord, readLiabilities } from '../ledger/liabilities/read.ts';
import { type LedgerSnapshot, readSnapshot, takeSnapshot } from '../ledger/liabilities/snapshot.ts';
import { type Liabilities, writeLiabilities } from '../ledger/liabilities/write.ts';
import { databaseNowMs } from '../lottery/catalogue.ts';
import { userNamesOf } from '../members/account/names.ts';

export const OWED_SOURCES: OwedSources = { openStakes, userNames: userNamesOf };

/**
 * `elsewhere`: another process is publishing. `too-young`: the book began after today's midnight, so there was no
 * snapshot.
 */
export type PublishOutcome = 'published' | 'already' | 'elsewhere' | 'too-young';

/** Advisory lock of this job. */
const LOCK = 7_301_001;
/**
 * Longest wait for the book's lock, in ms. The day's work is done by then, and waiting is cheaper than repeating it.
 */
const BOOK_WAIT_MS = 30_000;

/**
 * Publishes the house's liabilities at today's snapshot (UTC), once per date, however often it is called. Takes the
 * ledger snapshot, builds the tree, and writes root and total into the book in one transaction with the members' audit
 * paths. After an interruption the next call continues with the same snapshot. Needs three connections.
 */
export async function publishLiabilities(db: Db): Promise<PublishOutcome> {
  const outcome = await transaction(db, publishToday(db));
  if (outcome === 'published' || outcome === 'already') await makeDurable(db);
  return outcome;
}

/** Whether `publishLiabilities` has work to do. Cheap enough to call every few seconds. */
export async function isLiabilitiesDue(db: Db): Promise<boolean> {
  const date = dateOf(await databaseNowMs(db));
  const latest = await readLiabilities(db, date);
  if (latest) return (await durableAtMs(db, latest)) === null;
  return hasSnapshot(date, (await entryAt(db, 0n))?.atMs ?? null);
}

function publishToday(db: Db): (tx: Tx) => Promise<PublishOutcome> {
  return async (tx) => {
    if (!(await isAlone(tx))) return 'elsewhere';
    const date = dateOf(await databaseNowMs(tx.q));
    if (await readLiabilities(tx.q, date)) return 'already';
    const began = await entryAt(db, 0n);
    if (!hasSnapshot(date, began?.atMs ?? null)) return 'too-young';
    const { snapshot, read, from } = await snapshotOf(db, date);
    try {
      await publish(tx, snapshot, read, from);
    } finally {
      await read.end();
    }
    return 'published';
  };
}

/**
 * Takes the advisory lock until the transaction ends. It only saves work; one row per date guarantees that it happens
 * once.
 */
async function isAlone(tx: Tx): Promise<boolean> {
  const { rows } = await sql<{ alone: boolean }>`select pg_try_advisory_xact_lock(${LOCK}) as alone`.execute(tx.q);
  return rows[0]?.alone ?? false;
}

/** Today's snapshot. After an interruption it is read from the transfers, because the balances have changed since. */
async function snapshotOf(
  db: Db,
  date: string,
): Promise<{ snapshot: LedgerSnapshot; read: ConsistentRead; from: SumsFrom }> {
  const known = await readSnapshot(db, date);
  if (known) return { snapshot: known, read: await beginConsistentRead(db), from: 'transfers' };
  const from = (await seesOneState(db)) ? 'kept' : 'transfers';
  return { ...(await takeSnapshot(db, date)), from };
}

/**
 * Whether one read covers all rows. On several machines each has its own, and balances there may be newer than the
 * snapshot.
 */
async function seesOneState(db: Db): Promise<boolean> {
  const { rows } = await sql<{ one: boolean }>`
    select count(distinct ledger.shard_of(b::smallint)) = 1 as one from generate_series(0, 255) b`.execute(db);
  return rows[0]?.one ?? false;
}

async function publish(tx: Tx, snapshot: LedgerSnapshot, { q }: ConsistentRead, from: SumsFrom): Promise<void> {
  const turnover = await turnoverBefore(q, snapshot);
  const all = await readAllOwed(q, snapshot, OWED_SOURCES, from);
  const liabilities = await writeLiabilities(tx, snapshot.date, all);
  await sql`select set_config('lock_timeout', ${String(BOOK_WAIT_MS)}, true)`.execute(tx.q);
  const { date, root, totalMinor, leaves } = liabilities;
  const [entry] = await append(tx, [
    {
      type: 'liabilities',
      date,
      epoch: String(snapshot.epoch),
      root,
      total: String(totalMinor),
      leaves: String(leaves),
      turnover,
    },
  ]);
  if (!entry) throw new Error('appending to the book returned no entry');
  await insertLiabilities(tx, liabilities, entry.seq, entry.atMs);
}

async function insertLiabilities(tx: Tx, made: Liabilities, entrySeq: bigint, atMs: number): Promise<void> {
  await tx.q
    .insertInto('ledger.liabilities')
    .values({
      date: made.date,
      root: Buffer.from(made.root, 'hex'),
      total: made.totalMinor,
      leaves: made.leaves,
      members: made.members,
      entry_seq: entrySeq,
      at: new Date(atMs),
    })
    .execute();
}

/** Publishes the missing checkpoint of a process that stopped after the entry. */
async function makeDurable(db: Db): Promise<void> {
  const latest = await readLiabilities(db);
  if (latest && (await durableAtMs(db, latest)) === null) await noteTreeHead(db);
}

function durableAtMs(db: Db, { entrySeq }: LiabilitiesRecord): Promise<number | null> {
  return transaction(db, (tx) => coveredAtMs(tx, entrySeq));
}
