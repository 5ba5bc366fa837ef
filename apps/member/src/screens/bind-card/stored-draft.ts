import { readDraft, writeDraft } from '../../features/session/drafts.ts';
import type { Draft, Step } from './draft.ts';

/**
 * What was typed, for a member who leaves the screen and comes back.
 *
 * Nothing about the payee outlives the tab. The provider's own field keeps the card number, which never reaches this
 * page. The IBAN and the card's token stay in the memory of the page: browsers write the storage of a tab to the disk
 * to reopen it. The finance password is not kept at all.
 */

const NAME = 'payee';

type Kept = Pick<Draft, 'kind' | 'bankCode' | 'holder' | 'country' | 'phone'>;
type Secret = Pick<Draft, 'iban' | 'card'> & { step: Step };

export function storedDraft(memberId: string): { draft: Partial<Draft>; step: Step } | null {
  const kept = readDraft<Kept>(memberId, NAME);
  if (kept === null) return null;
  const { step = 'details', ...secret } = readDraft<Partial<Secret>>(memberId, NAME, 'page') ?? {};
  return { draft: { ...kept, ...secret }, step };
}

export function storeDraft(memberId: string, draft: Draft, step: Step): void {
  const { kind, bankCode, holder, country, phone, iban, card } = draft;
  writeDraft(memberId, NAME, { kind, bankCode, holder, country, phone } satisfies Kept);
  writeDraft(memberId, NAME, { iban, card, step } satisfies Secret, 'page');
}

export function forgetDraft(memberId: string): void {
  writeDraft(memberId, NAME, null);
  writeDraft(memberId, NAME, null, 'page');
}
