import { readDraft, writeDraft } from '../session/drafts.ts';

/** Name of a draft that records the request; deleted with the member's drafts at sign-out. */
const ASKED = 'storage-asked';

/**
 * Asks the browser to protect the receipts when disk space runs short. Called after a bet; asks once per sign-in.
 *
 * Most browsers decide without a prompt.
 */
export async function persistStorage(memberId: string): Promise<void> {
  if (readDraft(memberId, ASKED, 'phone') !== null) return;
  try {
    if (await navigator.storage.persisted()) return;
    writeDraft(memberId, ASKED, true, 'phone');
    await navigator.storage.persist();
  } catch {
    // The browser does not support persistent storage.
  }
}
