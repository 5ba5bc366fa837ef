/** Words about a bet that were not sent yet. They live as long as the tab, and go with a member's other drafts. */
const PREFIX = 'tercet.slip.words.';

export function keptWords(slipId: string): string {
  try {
    return sessionStorage.getItem(PREFIX + slipId) ?? '';
  } catch {
    return '';
  }
}

export function keepWords(slipId: string, words: string): void {
  try {
    if (words === '') sessionStorage.removeItem(PREFIX + slipId);
    else sessionStorage.setItem(PREFIX + slipId, words);
  } catch {
    // Closed storage: the words are then known to this page only.
  }
}
