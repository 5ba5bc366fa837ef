import { useMemo } from 'react';
import { useLanguage } from '../language/use-text.ts';

const UNITS = ['B', 'kB', 'MB', 'GB'];
const STEP = 1_000;

/** Formats a file size in the largest unit. */
export function useBytes(): (bytes: number) => string {
  const [language] = useLanguage();
  return useMemo(() => {
    const number = new Intl.NumberFormat(language, { maximumFractionDigits: 1 });
    return (bytes) => {
      const at = Math.min(UNITS.length - 1, Math.floor(Math.log(Math.max(1, bytes)) / Math.log(STEP)));
      return `${number.format(bytes / STEP ** at)} ${UNITS[at]}`;
    };
  }, [language]);
}
