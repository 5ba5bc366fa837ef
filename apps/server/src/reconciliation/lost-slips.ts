import { drawIdOf, entryHash } from '@tercet/fair';
import { readLogKeys } from '../book/log-key.ts';
import { lossesOf, type StoredRestore } from '../book/restore-rule.ts';
import type { Db } from '../db/pool.ts';
import { standInBook } from '../draw/settlement/pay-evidence.ts';
import type { ReconcileDeps } from './deps.ts';

/** A sealed draw. `entrySeq` is the place of its seal in the book. */
interface SealedDraw {
  key: string;
  period: number;
  entrySeq: bigint;
}

/**
 * Number of sealed slips of a draw that a restore of the database lost, as published in the book. 0 if the book states
 * none. The stating entry must be in the book's tree.
 */
export async function publishedLoss(
  db: Db,
  { key, period, entrySeq }: SealedDraw,
  logKeys: ReconcileDeps['logKeys'],
): Promise<bigint> {
  const drawId = drawIdOf(key, period);
  const rule = newestOf(await lossesOf(db), entrySeq).findLast(({ lost }) => lost.some((one) => one.drawId === drawId));
  if (rule === undefined || entryHash(rule.body) !== rule.hash) return 0n;
  const keys = (await logKeys?.()) ?? (await readLogKeys(db)).map(({ vkey }) => vkey);
  if (!(await standInBook(db, [{ ...rule, type: 'rule' }], keys))) return 0n;
  return BigInt(rule.lost.find((one) => one.drawId === drawId)?.lost ?? 0);
}

/**
 * Entries of the newest restore that put a seal back. It counted the slips again, so earlier counts no longer hold.
 * All entries of one restore have the same range.
 */
function newestOf(restores: readonly StoredRestore[], sealSeq: bigint): StoredRestore[] {
  const covering = restores.filter(({ seq, from, to }) => from <= sealSeq && sealSeq < to && to <= seq);
  const newest = covering.at(-1);
  return covering.filter(({ from, to }) => from === newest?.from && to === newest.to);
}
