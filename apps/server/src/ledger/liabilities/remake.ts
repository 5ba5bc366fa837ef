import { OWED_SPLITS, owedLeafWriter, paddedLeaves, SUM_NODE_BYTES } from '@tercet/fair';
import { sql } from 'kysely';
import { beginConsistentRead } from '../../db/consistent-read.ts';
import type { Db } from '../../db/pool.ts';
import type { Tx } from '../../db/transaction.ts';
import { type Buckets, bucketSteps, type Owed, type OwedSources, readOwedOf } from './owed.ts';
import { nativeHash, raisePages } from './pages.ts';
import { type LiabilitiesRecord, readLiabilities } from './read.ts';
import { type LedgerSnapshot, readSnapshot } from './snapshot.ts';
import { readSplits, type StoredSplit } from './splits.ts';

/** Result of recomputing a date's liabilities from all transfers up to its snapshot. */
export interface Remade {
  recorded: LiabilitiesRecord;
  totalMinor: bigint;
  /** Null if the members' nonces were deleted. Then only the total can be compared. */
  root: string | null;
  members: number;
  /** Members whose sum differs from the recorded one, or who are missing or invented. At most 100. */
  differing: { memberId: string; recordedMinor: bigint | null; owedMinor: bigint | null }[];
  same: boolean;
}

const DIFFERING_MAX = 100;

/** Recomputes a date's liabilities. Null if nothing was published for the date. */
export async function remakeLiabilities(db: Db, date: string, sources: OwedSources): Promise<Remade | null> {
  const read = await beginConsistentRead(db);
  try {
    const snapshot = await readSnapshot(read.q, date);
    const recorded = await readLiabilities(read.q, date);
    if (!snapshot || !recorded) return null;
    return await remake(read.q, snapshot, recorded, sources);
  } finally {
    await read.end();
  }
}

async function remake(
  q: Tx['q'],
  snapshot: LedgerSnapshot,
  recorded: LiabilitiesRecord,
  sources: OwedSources,
): Promise<Remade> {
  const leaves = new Uint8Array(paddedLeaves(recorded.members * OWED_SPLITS) * SUM_NODE_BYTES);
  const isStored = await hasRows(q, snapshot.date);
  const differing: Remade['differing'] = [];
  let totalMinor = 0n;
  let members = 0;
  for (const buckets of bucketSteps()) {
    const all = await readOwedOf(q, snapshot, sources, 'transfers', buckets);
    members += all.length;
    for (const { owedMinor } of all) totalMinor += owedMinor;
    if (!isStored) continue;
    const stored = await storedOf(q, snapshot.date, buckets);
    for (const one of differences(all, stored)) if (differing.length < DIFFERING_MAX) differing.push(one);
    writeLeaves(snapshot.date, all, stored, leaves);
  }
  const root = isStored ? (await raisePages(leaves)).root : null;
  const same =
    (root === null || root === recorded.root) &&
    totalMinor === recorded.totalMinor &&
    members === recorded.members &&
    differing.length === 0;
  return { recorded, totalMinor, root, members, differing, same };
}

/** Writes leaves. A missing member or a position outside the tree leaves a gap, which changes the root. */
function writeLeaves(
  date: string,
  all: readonly Owed[],
  stored: ReadonlyMap<string, Stored>,
  leaves: Uint8Array,
): void {
  const write = owedLeafWriter(date, nativeHash);
  for (const { memberId, userName } of all) {
    for (const [split, { nonce, amount, index }] of (stored.get(memberId)?.splits ?? []).entries()) {
      if (index < leaves.length / SUM_NODE_BYTES) write(leaves, index, userName, nonce, split, amount);
    }
  }
}

async function hasRows(q: Tx['q'], date: string): Promise<boolean> {
  const { rows } = await sql`select 1 from ledger.owed_page where date = ${date}::date limit 1`.execute(q);
  return rows.length > 0;
}

interface Stored {
  /** Sum of the splits, which is the amount in the tree. */
  owedMinor: bigint;
  splits: StoredSplit[];
}

async function storedOf(q: Tx['q'], date: string, { from, to }: Buckets): Promise<Map<string, Stored>> {
  const { rows } = await sql<{ member_id: string; splits: Buffer }>`
    select member_id, splits from ledger.owed
    where date = ${date}::date and bucket between ${from}::smallint and ${to}::smallint`.execute(q);
  return new Map(
    rows.map((row) => {
      const splits = readSplits(row.splits);
      return [row.member_id, { owedMinor: splits.reduce((sum, { amount }) => sum + amount, 0n), splits }];
    }),
  );
}

function differences(all: readonly Owed[], stored: ReadonlyMap<string, Stored>): Remade['differing'] {
  const owedOf = new Map(all.map(({ memberId, owedMinor }) => [memberId, owedMinor]));
  const members = new Set([...owedOf.keys(), ...stored.keys()]);
  return [...members].flatMap((memberId) => {
    const recordedMinor = stored.get(memberId)?.owedMinor ?? null;
    const owedMinor = owedOf.get(memberId) ?? null;
    return recordedMinor === owedMinor ? [] : [{ memberId, recordedMinor, owedMinor }];
  });
}
