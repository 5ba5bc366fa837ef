import { useDraft } from '../drafts/use-draft.ts';

/** An unsent text and its idempotency key, so that retries deliver it once. */
export interface ReplyDraft {
  words: string;
  /** Empty until something is written. */
  key: string;
}

const EMPTY: ReplyDraft = { words: '', key: '' };

/** The reply with new words. After a refusal or a lost answer it is a new message, with a new key. */
export function rewritten(before: ReplyDraft, words: string, isNew: boolean): ReplyDraft {
  if (words.trim() === '') return { words, key: '' };
  return { words, key: isNew || before.key === '' ? crypto.randomUUID() : before.key };
}

/** The unsent reply of a conversation, kept like the values of a form. */
export function useReplyDraft(threadKey: string) {
  return useDraft(`reply/${threadKey}`, EMPTY);
}
