import { providerOf, type Step } from '@tercet/fair';
import { useTranslations } from 'use-intl';

/**
 * What is open or refuted in a step, in a sentence. A refuted reason may mean another thing in one step than in the
 * others: `<step>-<reason>` goes first.
 */
export function useReasonText(): (step: Pick<Step, 'id' | 'state' | 'reason'>) => string {
  const t = useTranslations('verify');
  return ({ id, state, reason }) => {
    if (state === 'open') return openText(t, reason ?? '');
    for (const name of [`${id}-${reason}`, reason ?? '']) {
      const key = `breach.${name}` as 'breach.fork';
      if (t.has(key)) return t(key);
    }
    return t(`step.${id}.refuted`);
  };
}

type Words = ReturnType<typeof useTranslations<'verify'>>;

/** A sentence of its own, a gap of the time, or the part that is missing and who should show it. */
export function openText(t: Words, reason: string): string {
  const own = `open.${reason}` as 'open.blocked';
  if (t.has(own)) return t(own);
  const gap = `gap.${reason}` as 'gap.no-witnesses';
  if (t.has(gap)) return t(gap);
  const part = `part.${reason}` as 'part.no-seal';
  if (!t.has(part)) return t('open.other');
  return t(providerOf(reason) === 'reader' ? 'missing.reader' : 'missing.house', { part: t(part) });
}
