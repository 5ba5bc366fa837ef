import { readDraft, writeDraft } from '../../features/session/drafts.ts';

/** A sent withdrawal without an answer, stored until the tab closes. */
export interface Attempt {
  idempotencyKey: string;
  amountMinor: string;
}

const NAME = 'withdrawal';

export function storedAttempt(memberId: string): Attempt | null {
  return readDraft(memberId, NAME);
}

export function storeAttempt(memberId: string, attempt: Attempt | null): void {
  writeDraft(memberId, NAME, attempt);
}
