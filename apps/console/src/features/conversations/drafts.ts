/** An unsent text and its idempotency key, so that retries deliver it once. */
export interface Draft {
  words: string;
  key: string;
}

/** By conversation, until the page reloads: the text survives visits to other pages. */
const drafts = new Map<string, Draft>();

export function newDraft(words = ''): Draft {
  return { words, key: crypto.randomUUID() };
}

export function draftOf(threadKey: string): Draft {
  return drafts.get(threadKey) ?? newDraft();
}

export function keepDraft(threadKey: string, draft: Draft): void {
  if (draft.words.trim() === '') drafts.delete(threadKey);
  else drafts.set(threadKey, draft);
}
