import { readDraft, writeDraft } from '../session/drafts.ts';

/** Deleted with the member's drafts at sign-out. */
const ASKED = 'storage-asked';

/**
 * Asks the browser, once and after a bet, not to clear the receipts when space runs short. Most decide by themselves;
 * one that asks the member asks once.
 */
export async function persistStorage(memberId: string): Promise<void> {
  if (readDraft(memberId, ASKED, 'phone') !== null) return;
  try {
    if (await navigator.storage.persisted()) return;
    writeDraft(memberId, ASKED, true, 'phone');
    await navigator.storage.persist();
  } catch {
    // The browser cannot promise it, then.
  }
}
