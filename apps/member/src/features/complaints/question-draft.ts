import { readDraft, writeDraft } from '../session/drafts.ts';

/** Words about a bet that were not sent yet. They live as long as the tab, and go with a member's other drafts. */
const PREFIX = 'words.';

export function storedQuestion(memberId: string, slipId: string): string {
  return readDraft(memberId, PREFIX + slipId) ?? '';
}

export function storeQuestion(memberId: string, slipId: string, words: string): void {
  writeDraft(memberId, PREFIX + slipId, words === '' ? null : words);
}
