import { useFormatter, useLocale } from 'use-intl';
import { calendarOf } from '../../ui/format/calendars.ts';

type Unit = 'minute' | 'hour' | 'day' | 'week' | 'month' | 'year';

interface SpanText {
  /** "1 hour 24 minutes". */
  minutes(count: number): string;
  /** In the largest unit without a remainder: 72 are "3 days", 30 are "30 hours". */
  hours(count: number): string;
  /** "6 months", "2 years". */
  months(count: number): string;
}

/** Formats durations in the reader's language. */
export function useSpanText(): SpanText {
  const format = useFormatter();
  const own = calendarOf(useLocale());
  const write = (count: number, unit: Unit) =>
    own === null
      ? format.number(count, { style: 'unit', unit, unitDisplay: 'long' })
      : `${format.number(count)}\u00a0${own.units[unit]}`;
  return {
    minutes(count) {
      const [hours, rest] = [Math.floor(count / 60), count % 60];
      if (hours === 0) return write(rest, 'minute');
      const parts = rest === 0 ? [write(hours, 'hour')] : [write(hours, 'hour'), write(rest, 'minute')];
      return own === null ? format.list(parts, { type: 'unit', style: 'narrow' }) : parts.join(' ');
    },
    hours(count) {
      if (count % 168 === 0) return write(count / 168, 'week');
      return count % 24 === 0 && count > 24 ? write(count / 24, 'day') : write(count, 'hour');
    },
    months: (count) => (count % 12 === 0 ? write(count / 12, 'year') : write(count, 'month')),
  };
}
