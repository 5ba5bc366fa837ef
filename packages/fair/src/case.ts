/** Types shared by the checks: the case under check, and the outcome of a check. */

import type { Dice } from './draw.ts';
import { decodeEntryAs, entryHash } from './entries.ts';
import type { DrawEntry, Entry, EntryOf, EntryType, SealEntry, TableEntry } from './entry-types.ts';
import type { BookEntry, DrawProof, SlipProof, Step, StepId, VerifyOptions } from './proof.ts';
import type { SlipLeaf } from './receipt.ts';

/** An entry of the window with its index in the book. */
export interface WindowEntry {
  seq: number;
  body: string;
  entry: Entry;
}

/** The part of the book between the lock and the last moment for a seal. */
export interface BookWindow {
  from: number;
  to: number;
  entries: readonly WindowEntry[];
  /** Whether the table names witnesses, whose cosignatures then give the time. Otherwise only the house gives it. */
  witnessed: boolean;
  /** Unix seconds at which the window's last checkpoint met the policy; null where none did. */
  inTimeAt: number | null;
  /** True where no checkpoint in time is shown: `to` is then the size before the lock. */
  isEmpty: boolean;
  /** Whether the reader's own witnesses confirm the first and last checkpoint. True where the reader names none. */
  isConfirmed: boolean;
  /** Whether this book is consistent with the checkpoint that the reader followed. True without one. */
  isFollowed: boolean;
}

/** The bundle, and the facts that earlier steps established. A check sets its field only where it holds. */
export interface Case {
  draw: DrawProof;
  slip: SlipProof | null;
  options: VerifyOptions;
  logKeys?: readonly string[];
  /** What `establishTable` found. */
  tableOutcome?: Outcome;
  table?: TableEntry | undefined;
  leaf?: SlipLeaf;
  round?: number;
  tLock?: number;
  window?: BookWindow;
  seal?: SealEntry;
  isVoid?: boolean;
  /** True where the house called the draw void, witnesses saw its seal in time, and the house drew after all. */
  isOverridden?: boolean;
  drawEntry?: DrawEntry;
  dice?: Dice;
}

/** `dueMs`: Unix milliseconds until which an open step is not overdue. */
export type Outcome = Omit<Step, 'id'> & { dueMs?: number };
export type Check = (given: Case) => Outcome;
type Values = Step['values'];

/** Thrown by `need` for a missing part of the bundle. The step that needs it stays open. */
export class MissingPart extends Error {
  readonly reason: string;
  readonly dueMs: number | undefined;

  constructor(reason: string, dueMs?: number) {
    super(reason);
    this.reason = reason;
    this.dueMs = dueMs;
  }
}

export function holds(values: Values): Outcome {
  return { state: 'ok', reason: null, values };
}

export function refuted(reason: string, values: Values = {}): Outcome {
  return { state: 'refuted', reason, values };
}

export function open(reason: string, values: Values = {}, dueMs?: number): Outcome {
  return { state: 'open', reason, values, ...(dueMs === undefined ? {} : { dueMs }) };
}

/** An outcome that is open because another step did not hold. */
export function blocked(by: StepId, values: Values = {}): Outcome {
  return open('blocked', { ...values, by });
}

/** Returns the value. Throws a `MissingPart` for undefined, null, empty text and an object without fields. */
export function need<T>(value: T | null | undefined, reason: string, dueMs?: number): T {
  if (isAbsent(value)) throw new MissingPart(reason, dueMs);
  return value as T;
}

/**
 * Returns the list, which may be empty. Throws a `MissingPart` for undefined or null, a TypeError for anything else.
 */
export function needList<T>(value: readonly T[] | null | undefined, reason: string): readonly T[] {
  if (value === undefined || value === null) throw new MissingPart(reason);
  if (!Array.isArray(value)) throw new TypeError('expected a list');
  return value;
}

export function isAbsent(value: unknown): boolean {
  if (value === undefined || value === null || value === '') return true;
  return typeof value === 'object' && !Array.isArray(value) && Object.keys(value).length === 0;
}

/**
 * Decodes an entry and recomputes its hash. Null where hash or type do not match the body. Throws on a malformed body.
 */
export function readEntry<T extends EntryType>(type: T, entry: BookEntry, missing: string): EntryOf<T> | null {
  const body = need(entry.body, missing);
  const isOwn = need(entry.hash, missing) === entryHash(body) && need(entry.type, missing) === type;
  return isOwn ? decodeEntryAs(type, body) : null;
}

/** Runs a check. A missing part leaves the step open; any other exception means a part of the wrong shape. */
export function outcomeOf(check: Check, given: Case): Outcome {
  try {
    return check(given);
  } catch (error) {
    return error instanceof MissingPart ? open(error.reason, {}, error.dueMs) : refuted('malformed');
  }
}
