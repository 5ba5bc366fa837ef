/** Words to the desk that were not sent yet, by the talk. They live as long as the tab, and go with other drafts. */
const PREFIX = 'tercet.slip.talk.';

export function keptDraft(talk: string): string {
  try {
    return sessionStorage.getItem(PREFIX + talk) ?? '';
  } catch {
    return '';
  }
}

export function keepDraft(talk: string, words: string): void {
  try {
    if (words === '') sessionStorage.removeItem(PREFIX + talk);
    else sessionStorage.setItem(PREFIX + talk, words);
  } catch {
    // Closed storage: the words are then known to this page only.
  }
}
