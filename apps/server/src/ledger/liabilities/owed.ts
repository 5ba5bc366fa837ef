import { sql } from 'kysely';
import type { Tx } from '../../db/transaction.ts';
import type { Cut } from './cut.ts';

/** What the house owes one member at a cut. */
export interface Owed {
  bucket: number;
  memberId: string;
  userName: string;
  owedMinor: bigint;
}

/** Some of the 256 buckets, both ends included. */
export interface Buckets {
  from: number;
  to: number;
}

/** What the ledger does not know by itself; by member. */
export interface OwedSources {
  /** Stakes of slips that are not settled at the cut. */
  openStakes(q: Tx['q'], cut: Cut, buckets: Buckets): Promise<ReadonlyMap<string, bigint>>;
  /** As they were at a moment (unix milliseconds). */
  userNames(q: Tx['q'], buckets: Buckets, atMs: number): Promise<ReadonlyMap<string, string>>;
}

/**
 * `kept`: the balances as they are, for a snapshot that was taken as the epoch closed. `transfers`: the sums over all
 * transfers up to the epoch, which is the same at any later time.
 */
export type SumsFrom = 'kept' | 'transfers';

const BUCKETS = 256;
/** Few enough buckets for the memory, enough that reading all partitions again does not dominate. */
const STEP = 16;

/** Of all who have a transfer by the cut: available, held, and stakes not settled. In order of bucket and id. */
export async function readAllOwed(q: Tx['q'], cut: Cut, sources: OwedSources, from: SumsFrom): Promise<Owed[]> {
  const all: Owed[] = [];
  for (const buckets of bucketSteps()) {
    for (const owed of await readOwedOf(q, cut, sources, from, buckets)) all.push(owed);
  }
  return all;
}

/** All buckets, some at a time. */
export function bucketSteps(): Buckets[] {
  return Array.from({ length: BUCKETS / STEP }, (_, n) => ({ from: n * STEP, to: (n + 1) * STEP - 1 }));
}

/** As `readAllOwed`, for some buckets. Throws where somebody has money and no name, or less than nothing. */
export async function readOwedOf(
  q: Tx['q'],
  cut: Cut,
  sources: OwedSources,
  from: SumsFrom,
  buckets: Buckets,
): Promise<Owed[]> {
  const sums = from === 'kept' ? await keptSums(q, buckets) : await transferSums(q, cut, buckets);
  const stakes = await sources.openStakes(q, cut, buckets);
  const names = await sources.userNames(q, buckets, cut.closedAtMs);
  return sums.map(({ bucket, member_id: memberId, owed }) => {
    const userName = names.get(memberId);
    const owedMinor = owed + (stakes.get(memberId) ?? 0n);
    if (userName === undefined) throw new Error(`member ${memberId} has transfers and no name`);
    if (owedMinor < 0n) throw new Error(`member ${memberId} would be owed less than nothing`);
    return { bucket, memberId, userName, owedMinor };
  });
}

interface Sum {
  bucket: number;
  member_id: string;
  owed: bigint;
}

/** A version of 0 says that there is no transfer. */
async function keptSums(q: Tx['q'], { from, to }: Buckets): Promise<Sum[]> {
  const { rows } = await sql<Sum>`
    select bucket, member_id, available + held as owed from ledger.balance
    where bucket between ${from}::smallint and ${to}::smallint and version > 0
    order by bucket, member_id`.execute(q);
  return rows;
}

async function transferSums(q: Tx['q'], { epoch }: Cut, { from, to }: Buckets): Promise<Sum[]> {
  const { rows } = await sql<Sum>`
    select bucket, member_id, sum(ledger.delta('available', debit, credit, amount)
      + ledger.delta('held', debit, credit, amount))::bigint as owed
    from ledger.transfer where bucket between ${from}::smallint and ${to}::smallint and epoch <= ${epoch}
    group by bucket, member_id order by bucket, member_id`.execute(q);
  return rows;
}
