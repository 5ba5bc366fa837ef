import type { SlipBody } from '../../api/lottery/slips.ts';
import { draftNames, readDraft, writeDraft } from '../session/drafts.ts';

/** Submitted slips without an answer, at most one per lottery. Stored until the tab is closed. */

const PREFIX = 'attempt.';

/** A retry sends the same key and body, so that the slip counts once. */
export interface Attempt {
  idempotencyKey: string;
  body: SlipBody;
  /** The balance before the slip was sent. Earlier versions of the app did not store it. */
  availableMinor?: string;
}

export function storedAttempt(memberId: string, lotteryKey: string): Attempt | null {
  return attemptOf(readDraft(memberId, PREFIX + lotteryKey));
}

const UUID = /^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/i;

/** A stored attempt; null for damaged text, which no server could look up. */
function attemptOf(stored: unknown): Attempt | null {
  const { idempotencyKey, body } = (stored ?? {}) as Partial<Attempt>;
  const { drawId, tableHash, selections } = (body ?? {}) as Partial<SlipBody>;
  const isKey = typeof idempotencyKey === 'string' && UUID.test(idempotencyKey);
  const isBody = typeof drawId === 'string' && typeof tableHash === 'string' && Array.isArray(selections);
  if (!isKey || !isBody) return null;
  const { availableMinor } = stored as Attempt;
  const isAmount = typeof availableMinor === 'string' && /^\d{1,19}$/.test(availableMinor);
  return { idempotencyKey, body: { drawId, tableHash, selections }, ...(isAmount ? { availableMinor } : {}) };
}

export function storeAttempt(memberId: string, lotteryKey: string, attempt: Attempt): void {
  writeDraft(memberId, PREFIX + lotteryKey, attempt);
}

/** Deletes an attempt whose outcome is known. A later attempt at the same table stays. */
export function forgetAttempt(memberId: string, lotteryKey: string, { idempotencyKey }: Attempt): void {
  if (storedAttempt(memberId, lotteryKey)?.idempotencyKey !== idempotencyKey) return;
  writeDraft(memberId, PREFIX + lotteryKey, null);
}

/** Idempotency keys of all unanswered slips. */
export function storedAttempts(memberId: string): string[] {
  const names = draftNames(memberId, PREFIX) ?? [];
  return names.flatMap((name) => attemptOf(readDraft(memberId, name))?.idempotencyKey ?? []);
}
