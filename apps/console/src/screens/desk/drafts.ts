/** What is being written, and by which key it is sent: the same words arrive once, however often they are sent. */
export interface Draft {
  words: string;
  key: string;
}

/** By talk, for as long as the page lives: who looks something up and comes back finds his words again. */
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
