import { readDraft, writeDraft } from '../../features/session/drafts.ts';

/** Words to the desk that were not sent yet, by the talk. They live as long as the tab, and go with other drafts. */
const PREFIX = 'talk.';

export function keptDraft(memberId: string, talk: string): string {
  return readDraft(memberId, PREFIX + talk) ?? '';
}

export function keepDraft(memberId: string, talk: string, words: string): void {
  writeDraft(memberId, PREFIX + talk, words === '' ? null : words);
}
