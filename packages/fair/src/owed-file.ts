/** A member's liability proof file, and its check. */
import { isAbsent, MissingPart, need } from './case.ts';
import { openCheckpoint, type WitnessPolicy } from './checkpoint.ts';
import { decodeEntryAs, entryHash, isDate, isDecimal } from './entries.ts';
import type { LiabilitiesEntry } from './entry-types.ts';
import { type OwedClaim, type OwedFault, type OwedSplit, owedPathsFault, owedSplitsFault } from './owed.ts';
import { isPlaceIn, openSeen } from './place.ts';
import type { BookEntry, Provider, StepState, TimeGap, Verdict } from './proof.ts';
import { SUM_MAX } from './sum-tree.ts';
import { isConfirmedBy, witnessGapOf } from './witnesses.ts';

export const OWED_FORMAT = 'tercet/v1 owed' as const;

/**
 * What the house owes one member at the snapshot of one date. Hashes are hex; amounts are minor units as decimal text.
 */
export interface OwedFile {
  format: typeof OWED_FORMAT;
  /** `YYYY-MM-DD`. The snapshot is the first ledger epoch that closed at or after 00:00 UTC of this date. */
  date: string;
  userName: string;
  owedMinor: string;
  root: string;
  total: string;
  /** Number of leaves, padding included. */
  leaves: number;
  splits: readonly OwedSplit[];
  /** The `liabilities` entry with root and total, as logged; null where it is not available. */
  entry: BookEntry | null;
  /** The entry's place in the book, with a signed checkpoint. */
  inBook?: { index: number; proof: readonly string[]; checkpoint: string };
}

export type OwedStepId = 'file' | 'own' | 'splits' | 'paths' | 'entry' | 'place';

export type OwedReason =
  | OwedFault
  | 'bad-format'
  | 'no-part'
  | 'other-name'
  | 'other-date'
  | 'other-balance'
  | 'not-compared'
  | 'no-entry'
  | 'bad-entry'
  | 'entry-hash'
  | 'other-entry'
  | 'no-place'
  | 'not-pinned'
  | 'checkpoint-key'
  | 'other-origin'
  | 'not-in-book'
  | 'no-policy'
  | 'not-witnessed'
  | 'other-witnesses'
  | 'blocked';

/** One check; `reason` is null for `ok`. */
export interface OwedStep {
  id: OwedStepId;
  state: StepState;
  reason: OwedReason | null;
  values: Readonly<Record<string, string>>;
}

export interface OwedVerification {
  verdict: Exclude<Verdict, 'void' | 'void-time-not-proven' | 'overdue'>;
  timeGaps: readonly TimeGap[];
  missing: readonly { step: OwedStepId; reason: OwedReason; from: Provider }[];
  steps: readonly OwedStep[];
}

/** What the checker knows from sources other than the file. A missing field leaves its step open. */
export interface OwedKnown {
  userName?: string;
  date?: string;
  /** What the house owed at the snapshot by the member's own records: available, held, and unsettled stakes. */
  owedMinor?: string;
  /** Leaf hash of the date's `liabilities` entry, from a copy of the book. */
  entryHash?: string;
  origin?: string;
  /** The book's keys, established from a pinned one; see `readLogKeys`. */
  logKeys?: readonly string[];
  /**
   * Witness policy of the house's tables; a quorum of 0 where they name no witnesses. Absent where no table is known.
   */
  policy?: WitnessPolicy;
  /**
   * Verifier keys of the witnesses that the reader confirmed. Only these form a quorum. Without it, the policy's
   * witnesses do.
   */
  confirmedWitnesses?: readonly string[];
  /** Unix milliseconds now. Without it the entry counts as due. */
  nowMs?: number;
}

/** A day's `liabilities` entry is due in the book by 01:00 UTC. */
const DUE_MS = 3_600_000;

/** Checks a member's file of any shape. Never throws. */
export function verifyOwedFile(file: unknown, known: OwedKnown = {}): OwedVerification {
  if (!isOwedFile(file)) return concludeOwed([step('file', fileFault(file))], known, null);
  const steps = [
    step('file', null, { date: file.date, userName: file.userName, owedMinor: file.owedMinor }),
    ownStep(file, known),
    step(
      'splits',
      quietly(() => splitsReason(file)),
      amountsOf(file),
    ),
    step(
      'paths',
      quietly(() => pathsReason(file)),
      { root: file.root, total: file.total },
    ),
    entryStep(file, known),
    placeStep(file, known),
  ];
  return concludeOwed(steps, known, file.date);
}

/** Reasons for missing evidence, each with its provider. All other reasons refute. */
const MISSING: ReadonlyMap<OwedReason, Provider> = new Map<OwedReason, Provider>([
  ['not-compared', 'reader'],
  ['not-pinned', 'reader'],
  ['no-part', 'house'],
  ['no-entry', 'house'],
  ['no-place', 'house'],
  ['blocked', 'house'],
  ['no-policy', 'house'],
  ['not-witnessed', 'witnesses'],
  ['other-witnesses', 'reader'],
]);

function step(id: OwedStepId, reason: OwedReason | null, values: Record<string, string> = {}): OwedStep {
  const state = reason === null ? 'ok' : MISSING.has(reason) ? 'open' : 'refuted';
  return { id, state, reason, values };
}

function concludeOwed(steps: readonly OwedStep[], known: OwedKnown, date: string | null): OwedVerification {
  const missing = steps.flatMap(({ id, reason }) => {
    const from = reason === null || reason === 'blocked' ? undefined : MISSING.get(reason);
    return from === undefined || reason === null ? [] : [{ step: id, reason, from }];
  });
  const timeGaps = timeGapsOfPolicy(known);
  return { verdict: verdictOfOwed(steps, { known, date, timeGaps }), timeGaps, missing, steps };
}

interface OwedTerms {
  known: OwedKnown;
  date: string | null;
  timeGaps: readonly TimeGap[];
}

function verdictOfOwed(
  steps: readonly OwedStep[],
  { known: { nowMs }, date, timeGaps }: OwedTerms,
): OwedVerification['verdict'] {
  if (steps.some(({ state }) => state === 'refuted')) return 'breach';
  const open = steps.filter(({ state, reason }) => state !== 'ok' && reason !== 'blocked');
  if (open.length === 0) return timeGaps.length === 0 ? 'verified' : 'time-not-proven';
  const dueMs = Date.parse(`${date}T00:00:00Z`) + DUE_MS;
  const isEarly = nowMs !== undefined && nowMs < dueMs;
  return isEarly && open.every(({ reason }) => reason === 'no-entry' || reason === 'no-place')
    ? 'pending'
    : 'incomplete';
}

/** Without witnesses, only the house vouches that all members were shown the same total. */
function timeGapsOfPolicy({ policy, logKeys = [] }: OwedKnown): TimeGap[] {
  const { witnesses, quorum } = policy ?? { witnesses: [], quorum: 0 };
  const gap = witnessGapOf({ witnesses, quorum: String(quorum) }, logKeys);
  return gap === null ? [] : [gap];
}

function quietly(check: () => OwedReason | null): OwedReason | null {
  try {
    return check();
  } catch {
    return 'bad-format';
  }
}

/** Members of a split that say what it is; `path` says where it is counted. */
const SPLIT_PARTS = ['split', 'nonce', 'amountMinor', 'index'] as const;

function splitsReason(file: OwedFile): OwedReason | null {
  return file.splits.some((split) => lacks(split, SPLIT_PARTS)) ? 'no-part' : owedSplitsFault(file);
}

/** A split with a fault refutes, whatever the others lack. */
function pathsReason(file: OwedFile): OwedReason | null {
  const isIncomplete = (split: OwedSplit) =>
    lacks(split, [...SPLIT_PARTS, 'path']) ||
    (Array.isArray(split.path) && split.path.some((node) => lacks(node, ['hash', 'sum'])));
  const complete = file.splits.filter((split) => !isIncomplete(split));
  const fault = owedPathsFault({ ...file, splits: complete });
  return fault ?? (complete.length < file.splits.length ? 'no-part' : null);
}

/** Whether an object lacks one of these members. */
function lacks<Name extends string>(value: Partial<Record<Name, unknown>>, names: readonly Name[]): boolean {
  return typeof value === 'object' && value !== null && names.some((name) => isAbsent(value[name]));
}

function amountsOf({ splits }: OwedFile): Record<string, string> {
  return Object.fromEntries(splits.map(({ split, amountMinor }) => [String(split), String(amountMinor)]));
}

function ownStep(file: OwedFile, { userName, date, owedMinor }: OwedKnown): OwedStep {
  const values = { owedMinor: file.owedMinor };
  if (userName !== undefined && userName !== file.userName) return step('own', 'other-name', values);
  if (date !== undefined && date !== file.date) return step('own', 'other-date', values);
  if (owedMinor !== undefined && owedMinor !== file.owedMinor) return step('own', 'other-balance', values);
  return step('own', owedMinor === undefined || userName === undefined ? 'not-compared' : null, values);
}

function entryStep(file: OwedFile, known: OwedKnown): OwedStep {
  if (isAbsent(file.entry) || isAbsent(file.entry?.body)) return step('entry', 'no-entry');
  const entry = readEntry(file.entry as BookEntry);
  if (entry === null) return step('entry', 'bad-entry');
  const hash = hashOf(file);
  const values = { hash, date: entry.date, root: entry.root, total: entry.total };
  if (isAbsent(file.entry?.hash)) return step('entry', 'no-entry', values);
  if (hash !== file.entry?.hash || (known.entryHash ?? hash) !== hash) return step('entry', 'entry-hash', values);
  return step('entry', isOfEntry(file, entry) ? null : 'other-entry', values);
}

/** Whether a checkpoint of a pinned key contains the entry, and enough witnesses have cosigned it. */
function placeStep(file: OwedFile, known: OwedKnown): OwedStep {
  const { logKeys, origin, policy } = known;
  if (isAbsent(file.entry) || isAbsent(file.entry?.body)) return step('place', 'blocked');
  try {
    const { index, proof, checkpoint: note } = need(file.inBook, 'no-place');
    if (logKeys === undefined || logKeys.length === 0) return step('place', 'not-pinned');
    const checkpoint = openCheckpoint(need(note, 'no-place'), logKeys);
    if (checkpoint === null) return step('place', 'checkpoint-key');
    const values = { origin: checkpoint.origin, size: String(checkpoint.size) };
    if (origin !== undefined && origin !== checkpoint.origin) return step('place', 'other-origin', values);
    if (!isPlaceIn(hashOf(file), { index, proof }, checkpoint)) return step('place', 'not-in-book', values);
    if (policy === undefined) return step('place', 'no-policy', values);
    return step('place', witnessFault(note, checkpoint.origin, { policy, logKeys, known }), values);
  } catch (error) {
    return step('place', error instanceof MissingPart ? 'no-place' : 'bad-format');
  }
}

interface WitnessTerms {
  policy: WitnessPolicy;
  logKeys: readonly string[];
  known: OwedKnown;
}

/** Why the cosignatures of a note are too few; null if they are enough. */
function witnessFault(note: string, origin: string, { policy, logKeys, known }: WitnessTerms): OwedReason | null {
  if (policy.quorum === 0) return null;
  const table = { origin, witnesses: [...policy.witnesses], quorum: String(policy.quorum) };
  const seen = openSeen([note], table, logKeys);
  if (seen === null || seen.metAt === null) return 'not-witnessed';
  const terms = { quorum: table.quorum, confirmed: known.confirmedWitnesses };
  return isConfirmedBy(seen.cosignatures, Number.POSITIVE_INFINITY, terms) ? null : 'other-witnesses';
}

function hashOf(file: OwedFile): string {
  return entryHash(file.entry?.body ?? '');
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

/** Whether the value has the fields of such a file. Later checks read their contents. */
export function isOwedFile(value: unknown): value is OwedFile {
  return fileFault(value) === null;
}

/** The shapes of the members that every file has. */
const SHAPES: Readonly<Record<string, (value: unknown) => boolean>> = {
  format: (value) => value === OWED_FORMAT,
  date: isDate,
  userName: isText,
  owedMinor: isAmount,
  root: isText,
  total: isAmount,
  leaves: Number.isSafeInteger,
  splits: (value) => Array.isArray(value) && value.every((split) => typeof split === 'object' && split !== null),
};

/** A wrong member refutes; a missing one alone does not. */
function fileFault(value: unknown): 'bad-format' | 'no-part' | null {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return 'bad-format';
  const file = value as Record<string, unknown>;
  const absent = Object.keys(SHAPES).filter((name) => isAbsent(file[name]));
  const isShaped = Object.entries(SHAPES).every(([name, isShape]) => absent.includes(name) || isShape(file[name]));
  if (!isShaped || !isEntry(file.entry)) return 'bad-format';
  return absent.length > 0 ? 'no-part' : null;
}

function isEntry(entry: unknown): boolean {
  if (isAbsent(entry)) return true;
  if (typeof entry !== 'object') return false;
  const { body } = entry as BookEntry;
  return isAbsent(body) || isText(body);
}

function isAmount(value: unknown): boolean {
  return isDecimal(value, SUM_MAX);
}

function isText(value: unknown): value is string {
  return typeof value === 'string';
}
