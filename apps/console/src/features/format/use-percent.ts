import { useMemo } from 'react';
import { useNumberLocale } from '../language/use-text.ts';

/** Formats shares as percent with one decimal; 1 is 100 %. A dash for null. */
export function usePercent(): (share: number | null) => string {
  const locale = useNumberLocale();
  return useMemo(() => {
    const digits = { minimumFractionDigits: 1, maximumFractionDigits: 1 };
    const format = new Intl.NumberFormat(locale, { style: 'percent', ...digits });
    return (share) => (share === null ? '–' : format.format(share));
  }, [locale]);
}
