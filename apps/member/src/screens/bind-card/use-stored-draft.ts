import { useRef, useState } from 'react';
import { useLocale } from 'use-intl';
import { useMemberId } from '../../features/session/use-session.ts';
import { type Draft, likelyCountry, type Step } from './draft.ts';
import { forgetDraft, storeDraft, storedDraft } from './stored-draft.ts';

interface StoredDraft {
  draft: Draft;
  step: Step;
  /** The draft before the next rendering: a field may be changed and left in one event. */
  latest(): Draft;
  change(next: Partial<Draft>): void;
  moveTo(step: Step): void;
  forget(): void;
}

/** The draft and its step, stored for a member who leaves the screen and comes back. */
export function useStoredDraft(realName: string): StoredDraft {
  const memberId = useMemberId();
  const locale = useLocale();
  const [stored] = useState(() => storedDraft(memberId));
  const [draft, setDraft] = useState<Draft>(() => ({ ...newDraft(realName, locale), ...stored?.draft }));
  const [step, setStep] = useState<Step>(stored?.step ?? 'details');
  const latest = useRef({ draft, step });

  function keep(next: { draft: Draft; step: Step }): void {
    latest.current = next;
    setDraft(next.draft);
    setStep(next.step);
    storeDraft(memberId, next.draft, next.step);
  }

  return {
    draft,
    step,
    latest: () => latest.current.draft,
    change: (next) => keep({ ...latest.current, draft: { ...latest.current.draft, ...next } }),
    moveTo: (next) => keep({ ...latest.current, step: next }),
    forget: () => forgetDraft(memberId),
  };
}

function newDraft(realName: string, locale: string): Draft {
  const country = likelyCountry(undefined, locale);
  return { kind: 'card', bankCode: null, holder: realName, country, phone: '', iban: '', card: null };
}
