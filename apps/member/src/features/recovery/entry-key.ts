import { newId } from '../../api/shared/new-id.ts';

/** A message that was sent without a certain answer, with its idempotency key. */
export interface SentEntry {
  key: string;
  text: string;
}

/** The message to send. A retry of the same text keeps its key, so that it counts once. */
export function entryToSend(last: SentEntry | null, typed: string): SentEntry {
  const text = typed.trim();
  return last?.text === text ? last : { key: newId(), text };
}
