import { randomFillSync } from 'node:crypto';
import { OWED_SPLITS, owedLeafWriter, paddedLeaves, SUM_NODE_BYTES } from '@tercet/fair';
import { sql } from 'kysely';
import { bigintArray, byteaArray, smallintArray, uuidArray } from '../../db/binary-array.ts';
import type { Tx } from '../../db/transaction.ts';
import type { Owed } from './owed.ts';
import { insertPages, nativeHash, raisePages } from './pages.ts';
import { RandomWords, randomOrder, splitAmount } from './split-amount.ts';
import { nonceOf, SPLITS_BYTES, writeSplit } from './splits.ts';

/** The tree of a date. */
export interface Liabilities {
  date: string;
  root: string;
  totalMinor: bigint;
  /** Includes padding. */
  leaves: number;
  members: number;
}

const MEMBERS_A_STATEMENT = 4_096;
/** Members processed before yielding to the event loop. The previous statement is sent meanwhile. */
const MEMBERS_A_TURN = 256;

/** Fills bytes for nonces from a random generator, and returns them. */
type RandomFill = (bytes: Buffer) => Buffer;

/**
 * Splits each member's owed amount, shuffles the leaves, and stores leaves and tree for the audit paths. Throws a
 * TypeError for a duplicate name or nonce. Throws a RangeError if an amount is negative or a sum exceeds 2^63 − 1.
 */
export async function writeLiabilities(
  tx: Tx,
  date: string,
  all: readonly Owed[],
  fill: RandomFill = randomFillSync,
): Promise<Liabilities> {
  refuseTwice(all);
  const leaves = new Uint8Array(paddedLeaves(all.length * OWED_SPLITS) * SUM_NODE_BYTES);
  const nonces = await writeMembers(tx, { date, all, fill }, leaves);
  refuseSameNonces(nonces);
  const { root, total, leaves: count, tops } = await raisePages(leaves);
  const owed = all.reduce((sum, { owedMinor }) => sum + owedMinor, 0n);
  if (total !== owed) throw new Error(`the tree sums to ${total}, the balances to ${owed}`);
  await insertPages(tx, date, leaves, tops);
  return { date, root, totalMinor: total, leaves: count, members: all.length };
}

function refuseTwice(all: readonly Owed[]): void {
  if (new Set(all.map(({ userName }) => userName)).size !== all.length) throw new TypeError('duplicate user name');
}

/** Returns the first eight bytes of each nonce. */
async function writeMembers(
  tx: Tx,
  { date, all, fill }: { date: string; all: readonly Owed[]; fill: RandomFill },
  leaves: Uint8Array,
): Promise<BigUint64Array<ArrayBuffer>> {
  const order = randomOrder(all.length * OWED_SPLITS);
  const seen = new BigUint64Array(order.length);
  const write = owedLeafWriter(date, nativeHash);
  const words = new RandomWords();
  let written: Promise<void> = Promise.resolve();
  for (let from = 0; from < all.length; from += MEMBERS_A_STATEMENT) {
    const some = all.slice(from, from + MEMBERS_A_STATEMENT);
    const splits = fill(Buffer.allocUnsafe(some.length * SPLITS_BYTES));
    for (const [n, { userName, owedMinor }] of some.entries()) {
      const mine = splits.subarray(n * SPLITS_BYTES, (n + 1) * SPLITS_BYTES);
      for (const [split, amount] of splitAmount(owedMinor, words).entries()) {
        const leaf = (from + n) * OWED_SPLITS + split;
        const index = order[leaf] as number;
        const nonce = nonceOf(mine, split);
        write(leaves, index, userName, nonce, split, amount);
        writeSplit(mine, split, amount, index);
        seen[leaf] = nonce.readBigUInt64BE();
      }
      if (n % MEMBERS_A_TURN === 0) await new Promise((resolve) => setImmediate(resolve));
    }
    await written;
    written = insertMembers(tx, date, some, splits);
    // The next await handles a rejection. Until then it must not count as unhandled.
    written.catch(() => {});
  }
  await written;
  return seen;
}

async function insertMembers(tx: Tx, date: string, some: readonly Owed[], splits: Buffer): Promise<void> {
  const buckets = smallintArray(some.map(({ bucket }) => bucket));
  const members = uuidArray(some.map(({ memberId }) => memberId));
  const sums = bigintArray(some.map(({ owedMinor }) => owedMinor));
  const rows = byteaArray(some.map((_, n) => splits.subarray(n * SPLITS_BYTES, (n + 1) * SPLITS_BYTES)));
  await sql`insert into ledger.owed (date, bucket, member_id, owed, splits)
    select ${date}::date, q.bucket, q.member_id, q.owed, q.splits
    from unnest(${buckets}::smallint[], ${members}::uuid[], ${sums}::bigint[], ${rows}::bytea[])
      q (bucket, member_id, owed, splits)`.execute(tx.q);
}

/** Equal prefixes of eight bytes occur by chance once in millions of days. A broken generator is far more likely. */
function refuseSameNonces(seen: BigUint64Array<ArrayBuffer>): void {
  seen.sort();
  for (let n = 1; n < seen.length; n++) if (seen[n] === seen[n - 1]) throw new TypeError('a nonce stands twice');
}
