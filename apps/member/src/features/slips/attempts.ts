import type { SlipBody } from '../../api/lottery/slips.ts';
import { draftNames, readDraft, writeDraft } from '../session/drafts.ts';

/** Sends of slips whose answer has not come, one a lottery; they live as long as the tab. */

const PREFIX = 'attempt.';

/** The same key and body go again, so that the slip counts once. */
export interface Attempt {
  idempotencyKey: string;
  body: SlipBody;
  /** The balance before it was sent. Not kept by earlier versions of the app. */
  availableMinor?: string;
}

export function storedAttempt(memberId: string, lotteryKey: string): Attempt | null {
  return readDraft(memberId, PREFIX + lotteryKey);
}

export function storeAttempt(memberId: string, lotteryKey: string, attempt: Attempt | null): void {
  writeDraft(memberId, PREFIX + lotteryKey, attempt);
}

/** The keys of all sends that are still unsure. */
export function keptAttempts(memberId: string): string[] {
  const names = draftNames(memberId, PREFIX) ?? [];
  return names.map((name) => readDraft<Attempt>(memberId, name)?.idempotencyKey).filter((key) => key !== undefined);
}
