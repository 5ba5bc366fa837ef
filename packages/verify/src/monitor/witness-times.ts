/** Asks witnesses what they published since the last step. */
import { cosignaturesOf, parseCheckpointText, parseNote } from '@tercet/fair';
import type { WitnessAddress } from '../check/options.ts';
import { type AskedWitnesses, askWitnesses } from '../check/witness-answers.ts';
import { openBudget } from '../net/budget.ts';
import type { Guard } from '../net/guard.ts';

export interface WitnessQuestions {
  witnesses: readonly WitnessAddress[];
  origin: string;
  /** Verifier keys that the tables name. */
  expected: readonly string[];
  /** Seconds from which each witness is asked, by address. */
  askFrom: Readonly<Record<string, number>>;
  nowSeconds: number;
  /** Seconds of the last long question to each witness, by address. Updated. */
  askedLong: Map<string, number>;
}

/** Each witness's answer, by its address. */
export type WitnessReplies = ReadonlyMap<string, AskedWitnesses>;

/** Seconds for which witnesses keep what they cosigned. */
const KEPT_SECONDS = 90 * 86_400;
const LIMITS = { requestsMax: 10_000, bytesMax: 4 * 1024 ** 3 };
/** Time for one witness in a step: half of it is waited. */
const STEP_MS = 60_000;
const FIRST_MS = 1_200_000;
/** A witness that does not answer the long question gets it again after this time. */
const LONG_AGAIN_SECONDS = 6 * 3600;
/** Reading begins this many seconds before the time that the last answer gave. */
const OVERLAP_SECONDS = 600;

export async function askSince(questions: WitnessQuestions, guard: Guard): Promise<WitnessReplies> {
  const { witnesses, origin, expected, askFrom, nowSeconds, askedLong } = questions;
  const replies = await Promise.all(
    witnesses.map(async (witness): Promise<[string, AskedWitnesses]> => {
      const fromSeconds = askFrom[witness.url] ?? nowSeconds - KEPT_SECONDS;
      const question = { origin, expected, fromSeconds, toSeconds: nowSeconds };
      const isLong =
        !(witness.url in askFrom) &&
        nowSeconds - (askedLong.get(witness.url) ?? Number.NEGATIVE_INFINITY) >= LONG_AGAIN_SECONDS;
      if (isLong) askedLong.set(witness.url, nowSeconds);
      return [witness.url, await askWitnesses([witness], question, guardFor(guard, isLong))];
    }),
  );
  return new Map(replies);
}

/** A witness that wastes time must not keep the monitor from the club. The first answer may be long. */
function guardFor(guard: Guard, isLong: boolean): Guard {
  return { ...guard, budget: openBudget({ ...LIMITS, timeMs: isLong ? FIRST_MS : STEP_MS }) };
}

/**
 * Where to ask next, once the book is checked up to `size`: from the moment at which a witness cosigned that much. All
 * that it cosigned of later entries came after. A witness without an answer keeps its place.
 */
export function askNext(
  replies: WitnessReplies,
  before: Readonly<Record<string, number>>,
  size: number,
): Record<string, number> {
  const next = { ...before };
  for (const [url, { answers }] of replies) {
    const [answer] = answers;
    const at = answer === undefined ? null : cosignedAt(answer.notes, answer.witness, size);
    if (at !== null) next[url] = Math.max(before[url] ?? 0, at - OVERLAP_SECONDS);
  }
  return next;
}

/** Seconds at which the witness cosigned the largest of these books with at most `size` entries; null for none. */
function cosignedAt(notes: readonly string[], witness: string, size: number): number | null {
  let largest: { size: number; note: string } | null = null;
  for (const note of notes) {
    const seen = parseCheckpointText(parseNote(note)?.text ?? '')?.size ?? Number.POSITIVE_INFINITY;
    if (seen <= size && seen > (largest?.size ?? -1)) largest = { size: seen, note };
  }
  return largest === null ? null : (cosignaturesOf(largest.note, [witness])[0]?.atSeconds ?? null);
}
