import { useMemo } from 'react';
import { useNumberLocale } from '../language/use-text.ts';

/** Formats the time of day of unix milliseconds in UTC, the zone of the house's days. */
export function useUtcTime(): (ms: number) => string {
  const locale = useNumberLocale();
  return useMemo(() => {
    const clock = { hour: '2-digit', minute: '2-digit', hourCycle: 'h23', timeZone: 'UTC' } as const;
    const format = new Intl.DateTimeFormat(locale, clock);
    return (ms) => format.format(ms);
  }, [locale]);
}
