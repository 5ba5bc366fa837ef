import { readDraft, writeDraft } from '../session/drafts.ts';

/** Prefix of drafts of questions about bets. They last until the tab is closed or the member signs out. */
const PREFIX = 'words.';

export function storedQuestion(memberId: string, slipId: string): string {
  return readDraft(memberId, PREFIX + slipId) ?? '';
}

export function storeQuestion(memberId: string, slipId: string, words: string): void {
  writeDraft(memberId, PREFIX + slipId, words === '' ? null : words);
}
