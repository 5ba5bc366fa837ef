import { readDraft, writeDraft } from '../../features/session/drafts.ts';

/** A withdrawal that was sent and of which no answer came; it lives as long as the tab. */
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
