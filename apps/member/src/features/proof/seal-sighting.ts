import { type Cosignature, cosignaturesOf, type DrawProof, decodeEntryAs, parseVerifierKey } from '@tercet/fair';
import type { Seen } from './proof-messages.ts';

/**
 * The witnesses that cosigned the checkpoint with the seal, with their earliest times. Reads the house's copy and
 * `witnessed`.
 *
 * Null if the bundle is unreadable, or shows no such checkpoint although the table requires witnesses.
 */
export function sightingOf(draw: DrawProof, witnessed: readonly string[] = []): Seen | null {
  try {
    const table = decodeEntryAs('table', draw.table.entry.body);
    const shown = draw.book?.inTime ?? draw.book?.before ?? null;
    if (shown === null && table.quorum !== '0') return null;
    const copies = shown === null ? [] : [shown.note, ...witnessed.filter((note) => isCopy(note, shown.note))];
    const found = copies.flatMap((note) => cosignaturesOf(note, table.witnesses));
    const witnesses = table.witnesses.map((vkey) => ({
      name: parseVerifierKey(vkey)?.name ?? vkey,
      atSeconds: earliest(found.filter(({ witness }) => witness === vkey)),
    }));
    return { quorum: Number(table.quorum), witnesses };
  } catch {
    return null;
  }
}

function isCopy(note: string, of: string): boolean {
  const text = of.slice(0, of.lastIndexOf('\n\n') + 2);
  return note.startsWith(text);
}

function earliest(found: readonly Cosignature[]): number | null {
  return found.length === 0 ? null : Math.min(...found.map(({ atSeconds }) => atSeconds));
}
