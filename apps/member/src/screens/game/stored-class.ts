import { readDraft, writeDraft } from '../../features/session/drafts.ts';

const NAME = 'game-class';

/** The member's last choice of class on this phone; null for all. */
export function storedClass(memberId: string): string | null {
  const stored = readDraft<unknown>(memberId, NAME, 'phone');
  return typeof stored === 'string' ? stored : null;
}

export function storeClass(memberId: string, classKey: string | null): void {
  writeDraft(memberId, NAME, classKey, 'phone');
}

/** The class in the URL, else the stored one if it still exists. */
export function shownClass(
  requested: string | null,
  stored: string | null,
  known: readonly { key: string }[] | undefined,
): string | null {
  if (requested !== null) return requested;
  return known === undefined || known.some(({ key }) => key === stored) ? stored : null;
}
