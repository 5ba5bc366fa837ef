import type { Slip, SlipProof } from '../../api/shared/types.ts';

/** What the house answered about a settled slip. */
export interface SettledAnswer {
  slip: Slip;
  proof: SlipProof;
}

const answers = new Map<string, SettledAnswer>();

/**
 * Keeps what the search for missing receipts has read about a settled slip, so that a new phone reads each proof once.
 * Ignores slips before their draw, whose evidence is still to come.
 */
export function keepSettledAnswer(answer: SettledAnswer): void {
  if (answer.slip.state !== 'pending') answers.set(answer.slip.id, answer);
}

/** Null if the house must be asked. The answer stays for the check of the result. */
export function settledAnswer(slipId: string): SettledAnswer | null {
  return answers.get(slipId) ?? null;
}

/** Like `settledAnswer`, and forgets it: a check that repeats must ask the house again. */
export function takeSettledAnswer(slipId: string): SettledAnswer | null {
  const answer = settledAnswer(slipId);
  answers.delete(slipId);
  return answer;
}

export function forgetSettledAnswers(): void {
  answers.clear();
}
