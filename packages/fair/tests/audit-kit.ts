import { BookAuditor } from '../src/audit-book.ts';
import type { AuditOptions } from '../src/audit-state.ts';
import { encodeEntry, entryHash } from '../src/entries.ts';
import type { DrawEntry, Entry, SealEntry, TableEntry, VoidEntry } from '../src/entry-types.ts';
import { drawOf, ORIGIN, tableOf } from './book-kit.ts';
import { resultOf } from './stories.ts';

/** A book of four periods, for tests of the audit. */

export const FIRST = 29_743_210;
export const table = tableOf({ witnesses: [], quorum: '0', first_period: String(FIRST) });
export const draws = [0, 1, 2, 3].map((step) => drawOf(FIRST + step));
/** The last draw is published and the next period has not locked. */
export const NOW_MS = (draws[3]?.tLock ?? 0) * 1000 + 30_000;

export function drawAt(index: number) {
  const draw = draws[index];
  if (draw === undefined) throw new Error('no such draw');
  return draw;
}

export function sealOf(index: number, under: TableEntry = table): SealEntry {
  const { drawId } = drawAt(index);
  const hash = entryHash(encodeEntry(under));
  return { type: 'seal', draw_id: drawId, root: `0${index}`.repeat(32), count: '3', table: hash };
}

export function voidOf(index: number, under: TableEntry = table): VoidEntry {
  const hash = entryHash(encodeEntry(under));
  return { type: 'void', draw_id: drawAt(index).drawId, reason: 'seal-late', table: hash };
}

export function drawnOf(index: number): DrawEntry {
  return resultOf(drawAt(index)) as DrawEntry;
}

/** A table and four periods, each sealed and drawn in turn. */
export function honest(under: TableEntry = table): Entry[] {
  return [under, ...draws.flatMap((_draw, index) => [sealOf(index, under), drawnOf(index)])];
}

export function audit(
  entries: readonly (Entry | string)[],
  options: AuditOptions = { origin: ORIGIN },
  nowMs = NOW_MS,
) {
  const auditor = new BookAuditor(options);
  for (const entry of entries) auditor.add(typeof entry === 'string' ? entry : encodeEntry(entry));
  return auditor.finish(nowMs);
}

export function codes(entries: readonly (Entry | string)[], options?: AuditOptions): string[] {
  return audit(entries, options).findings.map(({ code }) => code);
}
