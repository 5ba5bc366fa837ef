import { useTranslations } from 'use-intl';
import { asProblem } from '../../api/shared/problem.ts';
import { useTimes } from '../../ui/format/use-times.ts';
import { useMoneyText } from '../house/use-money.ts';
import { minorParams } from './minor-params.ts';
import { timeParams } from './time-params.ts';

/** Formats a problem in the reader's language: what happened, and what to do. */
export function useProblemText(): (error: unknown) => string {
  const t = useTranslations('errors');
  const money = useMoneyText();
  const { minute } = useTimes();
  return (error) => {
    const problem = asProblem(error);
    const values = { ...problem.params, ...minorParams(problem.params, money), ...timeParams(problem.params, minute) };
    const code = problem.code as Parameters<typeof t>[0];
    const written = t.has(code) ? t(code, values as never) : null;
    // The text is empty if the answer lacks a value that the message needs.
    return written === null || written === '' ? t('internal') : written;
  };
}
