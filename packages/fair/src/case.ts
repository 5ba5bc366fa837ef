/** What the checks of `verify.ts` share: the case at hand, and the ways a check can end. */
import type { Dice } from './draw.ts';
import { decodeEntryAs, entryHash } from './entries.ts';
import type { DrawEntry, EntryOf, EntryType, SealEntry, TableEntry } from './entry-types.ts';
import { type BookWindow, isInCheckpoint, openSeen } from './evidence.ts';
import type { BookEntry, DrawProof, EntryPlace, SlipProof, Step, VerifyOptions } from './proof.ts';
import type { SlipLeaf } from './receipt.ts';

/** The bundle, and what the steps so far have established. A field is set only by a step that holds. */
export interface Case {
  draw: DrawProof;
  slip: SlipProof | null;
  options: VerifyOptions;
  logKeys?: readonly string[];
  table?: TableEntry;
  leaf?: SlipLeaf;
  round?: number;
  tLock?: number;
  window?: BookWindow;
  seal?: SealEntry;
  isVoid?: boolean;
  drawEntry?: DrawEntry;
  signature?: string;
  dice?: Dice;
}

export type Outcome = Omit<Step, 'id'>;
export type Check = (given: Case) => Outcome;

export function refuted(reason: string, values: Step['values'] = {}): Outcome {
  return { ok: false, reason, values };
}

export function holds(values: Step['values']): Outcome {
  return { ok: true, reason: null, values };
}

export function open(reason: string, values: Step['values'] = {}): Outcome {
  return { ok: null, reason, values };
}

/** Decodes an entry after recomputing its hash. Throws on a bad body; null when the hash is not the body's. */
export function readEntry<T extends EntryType>(type: T, entry: BookEntry): EntryOf<T> | null {
  return entryHash(entry.body) === entry.hash ? decodeEntryAs(type, entry.body) : null;
}

/** Whether the book shows the entry where the bundle says; true where the bundle does not say. */
export function isPlaced({ draw, table, logKeys }: Case, hash: string, place: EntryPlace | null | undefined): boolean {
  const after = draw.book?.after;
  if (!after || !place || table === undefined || logKeys === undefined) return true;
  const checkpoint = openSeen([after.checkpoint.note], table, logKeys);
  return checkpoint !== null && isInCheckpoint(hash, place, checkpoint);
}
