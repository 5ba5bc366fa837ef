import { readDraft, writeDraft } from '../../features/session/drafts.ts';

/**
 * Key prefix of unsent messages, one draft per conversation. Drafts live as long as the tab, or until
 * `features/session/drafts.ts` deletes them.
 */
const PREFIX = 'thread.';

export function storedDraft(memberId: string, thread: string): string {
  return readDraft(memberId, PREFIX + thread) ?? '';
}

export function keepDraft(memberId: string, thread: string, words: string): void {
  writeDraft(memberId, PREFIX + thread, words === '' ? null : words);
}
