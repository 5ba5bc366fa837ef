import { readDraft, writeDraft } from '../../features/session/drafts.ts';

const NAME = 'game-class';

/** The class that a member of this phone chose last; null for all. */
export function keptClass(memberId: string): string | null {
  const kept = readDraft<unknown>(memberId, NAME, 'phone');
  return typeof kept === 'string' ? kept : null;
}

export function keepClass(memberId: string, classKey: string | null): void {
  writeDraft(memberId, NAME, classKey, 'phone');
}

/** The class to show: the one asked for, else the kept one unless the house has it no longer. */
export function shownClass(
  asked: string | null,
  kept: string | null,
  known: readonly { key: string }[] | undefined,
): string | null {
  if (asked !== null) return asked;
  return known === undefined || known.some(({ key }) => key === kept) ? kept : null;
}
