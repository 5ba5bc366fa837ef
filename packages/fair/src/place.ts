/**
 * The place of an entry in the book: index, inclusion proof, and a checkpoint that the book's key signed. An entry
 * without its place proves nothing.
 */
import { isAbsent, MissingPart, need, needList } from './case.ts';
import { type Checkpoint, type Cosignature, cosignaturesOf, openCheckpoint } from './checkpoint.ts';
import type { TableEntry } from './entry-types.ts';
import { verifyInclusionHex } from './merkle.ts';
import { parseVerifierKey } from './note.ts';
import type { EntryPlace, SeenCheckpoint } from './proof.ts';
import { publicKeysOf } from './witnesses.ts';

/**
 * A checkpoint with a valid signature of the book, and the valid cosignatures of the table's witnesses. The house's own
 * keys are no witnesses, whatever the table names.
 */
export interface OpenedCheckpoint {
  size: number;
  root: string;
  /** The earliest of each witness, in order of time. */
  cosignatures: readonly Cosignature[];
  /** Unix seconds at which it met the table's policy; null if it did not, or there are no witnesses. */
  metAt: number | null;
}

/**
 * The checkpoint in copies of one text: signed with one of the keys, of this table's book; null for any other. Each
 * copy is judged alone, so a bad line that was added to a copy spoils that copy only.
 */
export function openSeen(
  notes: readonly string[],
  table: Pick<TableEntry, 'origin' | 'witnesses' | 'quorum'> & { receipt_key?: string },
  logKeys: readonly string[],
): OpenedCheckpoint | null {
  let opened: Checkpoint | null = null;
  for (const note of notes) if (opened === null) opened = openCheckpoint(note, logKeys);
  if (opened === null || opened.origin !== table.origin) return null;
  const houseKeys = new Set([...publicKeysOf(logKeys), table.receipt_key]);
  const earliest = new Map<string, Cosignature>();
  for (const found of notes.flatMap((note) => cosignaturesOf(note, table.witnesses))) {
    // One key under two names counts once.
    const key = parseVerifierKey(found.witness)?.publicKey ?? '';
    if (houseKeys.has(key)) continue;
    const known = earliest.get(key);
    if (known === undefined || found.atSeconds < known.atSeconds) earliest.set(key, found);
  }
  const cosignatures = [...earliest.values()].sort((a, b) => a.atSeconds - b.atSeconds);
  const metAt = cosignatures[Number(table.quorum) - 1]?.atSeconds ?? null;
  return { size: opened.size, root: opened.root, cosignatures, metAt };
}

/** The text of a signed note, which is the same in all copies of a checkpoint. */
export function textOfNote(note: string): string {
  return note.slice(0, note.lastIndexOf('\n\n') + 1);
}

/** Copies of the same checkpoint that others hold, beside this one. */
export function copiesOf(note: string, others: readonly string[] = []): string[] {
  const text = textOfNote(note);
  return [...new Set([note, ...others.filter((other) => typeof other === 'string' && textOfNote(other) === text)])];
}

/** Notes by their text, so that each checkpoint is opened once. Equal notes count once. */
export function groupCopies(notes: readonly string[]): Map<string, string[]> {
  const groups = new Map<string, string[]>();
  for (const note of new Set(notes)) {
    const text = textOfNote(note);
    const known = groups.get(text);
    if (known === undefined) groups.set(text, [note]);
    else known.push(note);
  }
  return groups;
}

/**
 * Whether the tree of a checkpoint contains the hash at the place. Throws a `MissingPart` where index or proof are not
 * given.
 */
export function isPlaceIn(
  hash: string,
  place: EntryPlace | null | undefined,
  { size, root }: Pick<OpenedCheckpoint, 'size' | 'root'>,
): boolean {
  const given = need(place, 'no-place');
  const index = need(given.index, 'no-place');
  const proof = needList(given.proof, 'no-place');
  // Only a tree of one leaf has an empty proof.
  if (proof.length === 0 && size > 1) throw new MissingPart('no-place');
  return verifyInclusionHex({ leafHash: hash, index, size, proof, root });
}

/** The note of a checkpoint in a bundle. Throws a `MissingPart` where there is none. */
export function needNote(checkpoint: SeenCheckpoint | null | undefined, missing: string): string {
  const { note } = need(checkpoint, missing);
  return need(note, missing);
}

/** The time that the house names for a checkpoint, in Unix milliseconds. Throws a `MissingPart` where it names none. */
export function needHouseTime(checkpoint: SeenCheckpoint, missing: string): number {
  if (isAbsent(checkpoint.atMs)) throw new MissingPart(missing);
  if (typeof checkpoint.atMs !== 'number' || !Number.isFinite(checkpoint.atMs)) throw new TypeError('bad time');
  return checkpoint.atMs;
}
