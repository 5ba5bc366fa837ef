import { readDraft, writeDraft } from '../../features/session/drafts.ts';

/** Words to the desk that were not sent yet, by the thread. They live as long as the tab, and go with other drafts. */
const PREFIX = 'thread.';

export function keptDraft(memberId: string, thread: string): string {
  return readDraft(memberId, PREFIX + thread) ?? '';
}

export function keepDraft(memberId: string, thread: string, words: string): void {
  writeDraft(memberId, PREFIX + thread, words === '' ? null : words);
}
