import { sql } from 'kysely';
import type { Tx } from '../../db/transaction.ts';
import type { LedgerSnapshot } from './snapshot.ts';

/** Amounts owed to one member at a snapshot. */
export interface Owed {
  bucket: number;
  memberId: string;
  userName: string;
  owedMinor: bigint;
}

/** A range of the 256 buckets, inclusive. */
export interface Buckets {
  from: number;
  to: number;
}

/** Data from outside the ledger, by member. */
export interface OwedSources {
  /** Unsettled stakes at the snapshot. */
  openStakes(q: Tx['q'], snapshot: LedgerSnapshot, buckets: Buckets): Promise<ReadonlyMap<string, bigint>>;
  /** User names at a moment (Unix milliseconds). */
  userNames(q: Tx['q'], buckets: Buckets, atMs: number): Promise<ReadonlyMap<string, string>>;
}

/**
 * Source of the sums. `kept`: the stored balances, for a snapshot taken as the epoch closed. `transfers`: sums of all
 * transfers up to the epoch, which give the same result at any later time.
 */
export type SumsFrom = 'kept' | 'transfers';

const BUCKETS = 256;
/** Buckets per query: few enough for memory, enough that opening all partitions again does not dominate. */
const STEP = 16;

/** Available, held and unsettled amounts of all members with a transfer by the snapshot. In order of bucket and id. */
export async function readAllOwed(
  q: Tx['q'],
  snapshot: LedgerSnapshot,
  sources: OwedSources,
  from: SumsFrom,
): Promise<Owed[]> {
  const all: Owed[] = [];
  for (const buckets of bucketSteps()) {
    for (const owed of await readOwedOf(q, snapshot, sources, from, buckets)) all.push(owed);
  }
  return all;
}

/** All buckets in consecutive ranges. */
export function bucketSteps(): Buckets[] {
  return Array.from({ length: BUCKETS / STEP }, (_, n) => ({ from: n * STEP, to: (n + 1) * STEP - 1 }));
}

/** Like `readAllOwed`, for a range of buckets. Throws if a member with money has no name, or a negative amount. */
export async function readOwedOf(
  q: Tx['q'],
  snapshot: LedgerSnapshot,
  sources: OwedSources,
  from: SumsFrom,
  buckets: Buckets,
): Promise<Owed[]> {
  const sums = from === 'kept' ? await storedSums(q, buckets) : await transferSums(q, snapshot, buckets);
  const stakes = await sources.openStakes(q, snapshot, buckets);
  const names = await sources.userNames(q, buckets, snapshot.closedAtMs);
  return sums.map(({ bucket, member_id: memberId, owed }) => {
    const userName = names.get(memberId);
    const owedMinor = owed + (stakes.get(memberId) ?? 0n);
    if (userName === undefined) throw new Error(`member ${memberId} has transfers but no user name`);
    if (owedMinor < 0n) throw new Error(`member ${memberId} has a negative balance`);
    return { bucket, memberId, userName, owedMinor };
  });
}

interface Sum {
  bucket: number;
  member_id: string;
  owed: bigint;
}

/** Sums from stored balances. Version 0 means no transfers. */
async function storedSums(q: Tx['q'], { from, to }: Buckets): Promise<Sum[]> {
  const { rows } = await sql<Sum>`
    select bucket, member_id, available + held as owed from ledger.balance
    where bucket between ${from}::smallint and ${to}::smallint and version > 0
    order by bucket, member_id`.execute(q);
  return rows;
}

async function transferSums(q: Tx['q'], { epoch }: LedgerSnapshot, { from, to }: Buckets): Promise<Sum[]> {
  const { rows } = await sql<Sum>`
    select bucket, member_id, sum(ledger.delta('available', debit, credit, amount)
      + ledger.delta('held', debit, credit, amount))::bigint as owed
    from ledger.transfer where bucket between ${from}::smallint and ${to}::smallint and epoch <= ${epoch}
    group by bucket, member_id order by bucket, member_id`.execute(q);
  return rows;
}
