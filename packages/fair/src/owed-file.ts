/** The file in which a member gets what proves that the house counts its debt to him, and the check of it. */
import { decodeEntryAs, entryHash, isDate, isDecimal } from './entries.ts';
import type { LiabilitiesEntry } from './entry-types.ts';
import { type OwedClaim, type OwedFault, type OwedPart, owedPartsFault, owedPathsFault } from './owed.ts';
import type { BookEntry } from './proof.ts';
import { SUM_MAX } from './sum-tree.ts';

export const OWED_FORMAT = 'tercet/v1 owed' as const;

/** What one member is owed at the cut of one date. Hashes are hex, amounts decimal text of minor units. */
export interface OwedFile {
  format: typeof OWED_FORMAT;
  /** `YYYY-MM-DD`: the cut is the first epoch of the ledger that was closed at or after 00:00 UTC of it. */
  date: string;
  userName: string;
  owedMinor: string;
  root: string;
  total: string;
  /** Padding included. */
  leaves: number;
  parts: readonly OwedPart[];
  /** The book's entry with root and total, as logged; null where it is not at hand. */
  entry: BookEntry | null;
  /** The entry's place in a book whose checkpoint is signed. */
  inBook?: { index: number; proof: readonly string[]; checkpoint: string };
}

export type OwedStepId = 'file' | 'own' | 'parts' | 'paths' | 'entry';

export type OwedReason =
  | OwedFault
  | 'bad-format'
  | 'other-name'
  | 'other-date'
  | 'other-balance'
  | 'not-compared'
  | 'no-entry'
  | 'bad-entry'
  | 'entry-hash'
  | 'other-entry';

/** One check. `ok`: true holds, false is refuted, null could not be said; `reason` says why for false and null. */
export interface OwedStep {
  id: OwedStepId;
  ok: boolean | null;
  reason: OwedReason | null;
  values: Readonly<Record<string, string>>;
}

/**
 * `breach`: something is refuted. `pending`: nothing is, but the book's entry is not at hand. What was `not-compared`
 * with what the member knows takes nothing from `verified`: he sees the sum and compares it himself.
 */
export interface OwedVerification {
  verdict: 'verified' | 'pending' | 'breach';
  steps: readonly OwedStep[];
}

/** What the checker knows from elsewhere than the file; what is missing is not compared. */
export interface OwedKnown {
  userName?: string;
  date?: string;
  /** What the member's own records say that he was owed at the cut: available, held, and stakes not settled. */
  owedMinor?: string;
  /** Leaf hash of the book's `liabilities` entry of the date, from a copy of the book. */
  entryHash?: string;
}

/** Checks a member's file, whatever it is. Never throws. */
export function verifyOwedFile(file: unknown, known: OwedKnown = {}): OwedVerification {
  if (!isOwedFile(file)) return { verdict: 'breach', steps: [step('file', 'bad-format')] };
  const steps = [
    step('file', null, { date: file.date, userName: file.userName, owedMinor: file.owedMinor }),
    ownStep(file, known),
    step(
      'parts',
      quietly(() => owedPartsFault(file)),
      amountsOf(file),
    ),
    step(
      'paths',
      quietly(() => owedPathsFault(file)),
      { root: file.root, total: file.total },
    ),
    entryStep(file, known),
  ];
  if (steps.some(({ ok }) => ok === false)) return { verdict: 'breach', steps };
  return { verdict: steps.some(({ id, ok }) => id === 'entry' && ok === null) ? 'pending' : 'verified', steps };
}

/** Reasons that say that something could not be compared, rather than that it is wrong. */
const UNSAID: ReadonlySet<OwedReason> = new Set<OwedReason>(['not-compared', 'no-entry']);

function step(id: OwedStepId, reason: OwedReason | null, values: Record<string, string> = {}): OwedStep {
  const ok = reason === null ? true : UNSAID.has(reason) ? null : false;
  return { id, ok, reason, values };
}

function quietly(check: () => OwedFault | null): OwedReason | null {
  try {
    return check();
  } catch {
    return 'bad-format';
  }
}

function amountsOf({ parts }: OwedFile): Record<string, string> {
  return Object.fromEntries(parts.map(({ part, amountMinor }) => [String(part), String(amountMinor)]));
}

function ownStep(file: OwedFile, { userName, date, owedMinor }: OwedKnown): OwedStep {
  const values = { owedMinor: file.owedMinor };
  if (userName !== undefined && userName !== file.userName) return step('own', 'other-name', values);
  if (date !== undefined && date !== file.date) return step('own', 'other-date', values);
  if (owedMinor === undefined) return step('own', 'not-compared', values);
  return step('own', owedMinor === file.owedMinor ? null : 'other-balance', values);
}

function entryStep(file: OwedFile, known: OwedKnown): OwedStep {
  if (file.entry === null) return step('entry', 'no-entry');
  const entry = readEntry(file.entry);
  if (entry === null) return step('entry', 'bad-entry');
  const hash = entryHash(file.entry.body);
  const values = { hash, date: entry.date, root: entry.root, total: entry.total };
  if (hash !== file.entry.hash || (known.entryHash ?? hash) !== hash) return step('entry', 'entry-hash', values);
  return step('entry', isOfEntry(file, entry) ? null : 'other-entry', values);
}

function readEntry({ body }: BookEntry): LiabilitiesEntry | null {
  try {
    return decodeEntryAs('liabilities', body);
  } catch {
    return null;
  }
}

function isOfEntry({ date, root, total, leaves }: OwedClaim, entry: LiabilitiesEntry): boolean {
  return date === entry.date && root === entry.root && total === entry.total && String(leaves) === entry.leaves;
}

/** Whether it has the fields of such a file; what they say is checked later. */
export function isOwedFile(value: unknown): value is OwedFile {
  if (typeof value !== 'object' || value === null) return false;
  const { format, date, userName, owedMinor, root, total, leaves, parts, entry } = value as Record<string, unknown>;
  if (format !== OWED_FORMAT || !isDate(date) || typeof userName !== 'string') return false;
  if (!isDecimal(owedMinor, SUM_MAX) || !isDecimal(total, SUM_MAX)) return false;
  if (typeof root !== 'string' || !Number.isSafeInteger(leaves)) return false;
  if (!Array.isArray(parts) || !parts.every((part) => typeof part === 'object' && part !== null)) return false;
  return entry === null || (typeof entry === 'object' && typeof (entry as BookEntry).body === 'string');
}
