import {
  entryHash,
  inclusionFromTiles,
  isOwedFile,
  type OwedReason,
  type OwedStepId,
  type OwedVerification,
  type StepState,
  toHex,
  verifyInclusionHex,
  verifyOwedFile,
  type WitnessPolicy,
} from '@tercet/fair';
import { type FollowedBook, keysOf } from './follow-book.ts';
import { provenOddsTables, type TableSource } from './proven-odds-tables.ts';

/** A check of a member's balance among the house's liabilities, made on this phone, with the file that it read. */
export interface BalanceCheck {
  userName: string;
  checkedAtMs: number;
  /** Date and sum of the file; null if unreadable. */
  date: string | null;
  owedMinor: string | null;
  verdict: OwedVerification['verdict'];
  timeGaps: OwedVerification['timeGaps'];
  steps: readonly BalanceCheckStep[];
  file: unknown;
  /** True if the member confirmed that they had this sum. */
  isCompared: boolean;
}

export type BalanceCheckReason = OwedReason | 'book-not-followed';

/** Step `book`: the entry is in the book that this phone follows. */
export interface BalanceCheckStep {
  id: OwedStepId | 'book';
  state: StepState;
  reason: BalanceCheckReason | null;
  values: Readonly<Record<string, string>>;
}

export interface BalanceSource extends TableSource {
  /** The member's file of the newest day, as served; null if there is none. */
  file(): Promise<unknown>;
  nowMs(): number;
}

export interface BalanceQuestion {
  userName: string;
  /** The book that this phone follows; null if none. */
  followed: Pick<FollowedBook, 'size' | 'root' | 'logKey' | 'formerKeys'> | null;
  /** Name of the book. */
  origin: string | null;
  /** Verifier keys of the witnesses that the member confirmed with the book's key; empty for none. */
  witnesses: readonly string[];
  /** The sum that the member confirmed for a day; null if none. */
  confirmed: { date: string; owedMinor: string } | null;
}

/** Checks the member's newest file. Null if the house has no liability proof for this member yet. */
export async function checkBalance(source: BalanceSource, requested: BalanceQuestion): Promise<BalanceCheck | null> {
  const { userName, followed, origin, witnesses, confirmed } = requested;
  const file = await source.file();
  if (file === null) return null;
  const readable = isOwedFile(file) ? file : null;
  const isCompared = confirmed !== null && confirmed.date === readable?.date;
  const policy = await policyOf(source, followed);
  const found = verifyOwedFile(file, {
    userName,
    nowMs: source.nowMs(),
    ...(followed === null ? {} : { logKeys: keysOf(followed) }),
    ...(origin === null ? {} : { origin }),
    ...(policy === null ? {} : { policy }),
    ...(witnesses.length === 0 ? {} : { confirmedWitnesses: witnesses }),
    ...(isCompared ? { owedMinor: confirmed.owedMinor } : {}),
  });
  const steps: BalanceCheckStep[] = [...found.steps, await bookStep(source, file, followed)];
  return {
    userName,
    checkedAtMs: source.nowMs(),
    date: readable?.date ?? null,
    owedMinor: readable?.owedMinor ?? null,
    verdict: verdictOf(found, steps),
    timeGaps: found.timeGaps,
    steps,
    file,
    isCompared,
  };
}

/** The witness policy of the newest table in the book that this phone follows; null if it has no table. */
async function policyOf(source: TableSource, followed: BalanceQuestion['followed']): Promise<WitnessPolicy | null> {
  if (followed === null) return null;
  const newest = (await provenOddsTables(source, followed, followed.size)).at(-1);
  return newest === undefined ? null : { witnesses: newest.witnesses, quorum: Number(newest.quorum) };
}

/** The verdict of the file and of the step `book` together. */
function verdictOf(found: OwedVerification, steps: readonly BalanceCheckStep[]): OwedVerification['verdict'] {
  const book = steps.find(({ id }) => id === 'book')?.state;
  if (found.verdict === 'breach' || book === 'refuted') return 'breach';
  if (book === 'ok' || found.verdict === 'incomplete') return found.verdict;
  return 'pending';
}

async function bookStep(
  source: BalanceSource,
  file: unknown,
  followed: BalanceQuestion['followed'],
): Promise<BalanceCheckStep> {
  const entry = isOwedFile(file) ? file.entry : null;
  const unsaid = (values: Record<string, string> = {}): BalanceCheckStep => ({
    id: 'book',
    state: 'open',
    reason: 'book-not-followed',
    values,
  });
  if (!entry?.body || followed === null || !Number.isSafeInteger(entry.seq) || entry.seq < 0) return unsaid();
  const values = { entry: String(entry.seq), size: String(followed.size), root: followed.root };
  // The phone read the book before this entry was added; it will read the book again soon.
  if (entry.seq >= followed.size) return unsaid(values);
  const { size, root } = followed;
  const proof = (await inclusionFromTiles(entry.seq, size, source.tile)).map(toHex);
  const isIn = verifyInclusionHex({ leafHash: entryHash(entry.body), index: entry.seq, size, proof, root });
  return { id: 'book', state: isIn ? 'ok' : 'refuted', reason: isIn ? null : 'not-in-book', values };
}
