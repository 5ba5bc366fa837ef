import { openTime, parseDrawId, type TableEntry } from '@tercet/fair';
import type { Tx } from '../db/transaction.ts';
import { periodOf } from '../draw/periods.ts';
import { loadCatalogue } from '../lottery/catalogue.ts';
import type { LostEntry } from './read-published.ts';

/** A tree head to restore: the book's size and the time of its durability. */
export interface LostTreeHead {
  size: number;
  root: string;
  atMs: number;
}

export interface MarkFacts {
  /** Consecutive entries up to the last published one. */
  entries: readonly LostEntry[];
  /** Sizes of known signed trees. */
  claimed: ReadonlySet<number>;
  /** When witnesses first saw the book at a size, by their clocks (milliseconds). */
  witnessedMs: ReadonlyMap<number, number>;
  nowMs: number;
}

/**
 * Tree heads of restored entries. Their times were lost with the database. Witnesses' times replace them. For tables
 * without witnesses, it is the latest time that is consistent with the book: a seal without a void was in time. So a
 * restore never voids a sealed draw, nor revives a void one.
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

/** Whether a table took bets. If so, the book showed it in time. */
function hasTaken({ key, first_period }: TableEntry, sealed: ReadonlySet<string>): boolean {
  return [...sealed].some((drawId) => {
    const parts = parseDrawId(drawId);
    return parts?.key === key && parts.period >= Number(first_period);
  });
}
