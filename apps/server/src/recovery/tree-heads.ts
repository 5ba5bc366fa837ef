import { openTime, parseDrawId, type TableEntry } from '@tercet/fair';
import type { Tx } from '../db/transaction.ts';
import { periodOf } from '../draw/periods.ts';
import { loadCatalogue } from '../lottery/catalogue.ts';
import type { LostEntry } from './read-published.ts';

/** A tree head to be written anew: the book with so many entries, and when it was seen to be durable. */
export interface LostTreeHead {
  size: number;
  root: string;
  atMs: number;
}

export interface MarkFacts {
  /** One after the other, up to the last that was published. */
  entries: readonly LostEntry[];
  /** Sizes at which somebody knows the book to be signed. */
  claimed: ReadonlySet<number>;
  /** When witnesses first saw the book at a size, by their clocks (milliseconds). */
  witnessedMs: ReadonlyMap<number, number>;
  nowMs: number;
}

/**
 * The tree heads of entries that are put back. Their times went with the database; what is left is when witnesses saw
 * them and, where a table names none, the last moment at which they can have been written for the book to be as it is:
 * a seal that no void follows was in time, or it would be void. It never becomes void by a restore, nor the other way
 * round.
 */
export async function lostTreeHeads(
  tx: Tx,
  { entries, claimed, witnessedMs, nowMs }: MarkFacts,
): Promise<LostTreeHead[]> {
  const voided = new Set(entries.flatMap(({ entry }) => (entry.type === 'void' ? [entry.draw_id] : [])));
  const sealed = new Set(
    entries.flatMap(({ entry }) => (entry.type === 'seal' && entry.count !== '0' ? [entry.draw_id] : [])),
  );
  const catalogue = await loadCatalogue(tx.q);
  const treeHeads: LostTreeHead[] = [];
  let latestMs = nowMs;
  for (const { entry, seq, rootAfter: root } of entries.toReversed()) {
    const size = Number(seq) + 1;
    const bounds = [latestMs, witnessedMs.get(size) ?? Number.POSITIVE_INFINITY];
    let isNeeded = seq === entries.at(-1)?.seq || claimed.has(size);
    if (entry.type === 'seal' && !voided.has(entry.draw_id)) {
      const parts = parseDrawId(entry.draw_id);
      const lottery = parts && catalogue.byKey.get(parts.key);
      const period = lottery && parts ? periodOf(lottery, parts.period) : null;
      if (period && period.table.policy === null) {
        bounds.push(period.sealByMs);
        isNeeded = true;
      }
    }
    if (entry.type === 'table' && entry.quorum === '0' && hasTaken(entry, sealed)) {
      bounds.push(openTime(Number(entry.first_period), Number(entry.period_seconds)) * 1_000 - 1_000);
      isNeeded = true;
    }
    if (!isNeeded) continue;
    latestMs = Math.min(...bounds);
    treeHeads.push({ size, root, atMs: latestMs });
  }
  return treeHeads.reverse();
}

/** Whether somebody bet on a table: then the book had shown it in time. */
function hasTaken({ key, first_period }: TableEntry, sealed: ReadonlySet<string>): boolean {
  return [...sealed].some((drawId) => {
    const parts = parseDrawId(drawId);
    return parts?.key === key && parts.period >= Number(first_period);
  });
}
