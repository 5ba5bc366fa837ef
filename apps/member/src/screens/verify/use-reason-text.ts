import { providerOf, type Step } from '@tercet/fair';
import { useTranslations } from 'use-intl';

/**
 * Returns a function that explains an open or refuted step. A reason may mean something else in one step, so the key
 * `<step>-<reason>` takes precedence.
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

/**
 * Text of an open reason: its own sentence, a gap in the proof of time, or a missing part and who should provide it.
 */
export function openText(t: Words, reason: string): string {
  const own = `open.${reason}` as 'open.blocked';
  if (t.has(own)) return t(own);
  const gap = `gap.${reason}` as 'gap.no-witnesses';
  if (t.has(gap)) return t(gap);
  const part = `part.${reason}` as 'part.no-seal';
  if (!t.has(part)) return t('open.other');
  return t(providerOf(reason) === 'reader' ? 'missing.reader' : 'missing.house', { part: t(part) });
}
