import { useMemo } from 'react';
import { useNumberLocale } from '../language/use-text.ts';

/** Formats whole numbers with their groups of digits. */
export function useCount(): (count: number) => string {
  const locale = useNumberLocale();
  return useMemo(() => {
    const format = new Intl.NumberFormat(locale);
    return (count) => format.format(count);
  }, [locale]);
}
