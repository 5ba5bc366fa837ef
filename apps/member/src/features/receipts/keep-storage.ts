/** Goes with the rest of the member's at signing out. */
const ASKED = 'tercet.slip.storage-asked';

/**
 * Asks the browser, once and after a bet, not to clear the receipts when space runs short. Most decide by themselves;
 * one that asks the member asks him once.
 */
export async function keepStorage(): Promise<void> {
  try {
    if (localStorage.getItem(ASKED) !== null || (await navigator.storage.persisted())) return;
    localStorage.setItem(ASKED, '1');
    await navigator.storage.persist();
  } catch {
    // The browser cannot promise it, then.
  }
}
