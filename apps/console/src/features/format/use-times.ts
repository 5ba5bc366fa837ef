import { useMemo } from 'react';
import { MINUTE_MS } from '../../durations.ts';
import type { Language } from '../language/messages.ts';
import { useLanguage } from '../language/use-text.ts';
import { mongolianDistance, mongolianTimes } from './mongolian-times.ts';
import type { Times } from './times.ts';

const UNITS = [
  ['day', 1_440 * MINUTE_MS],
  ['hour', 60 * MINUTE_MS],
  ['minute', MINUTE_MS],
] as const;

/** Formats times in the reader's language and the browser's time zone. */
export function useTimes(): Times {
  const [language] = useLanguage();
  return useMemo(() => timesOf(language), [language]);
}

function timesOf(language: Language): Times {
  if (language === 'mn')
    return { ...mongolianTimes(() => yearOf(Date.now())), distance: distanceBy(mongolianDistance) };
  const time = { month: 'short', day: 'numeric', hour: '2-digit', minute: '2-digit', hourCycle: 'h23' } as const;
  const thisYear = new Intl.DateTimeFormat(language, time);
  const anyYear = new Intl.DateTimeFormat(language, { ...time, year: 'numeric' });
  const exact = new Intl.DateTimeFormat(language, { dateStyle: 'long', timeStyle: 'long', hourCycle: 'h23' });
  const relative = new Intl.RelativeTimeFormat(language, { numeric: 'always' });
  const day = new Intl.DateTimeFormat(language, { dateStyle: 'long', timeZone: 'UTC' });
  const shortDay = new Intl.DateTimeFormat(language, { month: 'short', day: 'numeric', timeZone: 'UTC' });
  const unit = (name: 'second' | 'minute', digits: number) =>
    new Intl.NumberFormat(language, { style: 'unit', unit: name, unitDisplay: 'short', maximumFractionDigits: digits });
  const [tenths, seconds, minutes] = [unit('second', 1), unit('second', 0), unit('minute', 0)];
  return {
    day: (date) => day.format(Date.parse(date)),
    shortDay: (date) => shortDay.format(Date.parse(date)),
    span(ms) {
      if (ms < 10_000) return tenths.format(ms / 1_000);
      return ms < 2 * MINUTE_MS ? seconds.format(ms / 1_000) : minutes.format(ms / MINUTE_MS);
    },
    minute: (ms) => (yearOf(ms) === yearOf(Date.now()) ? thisYear : anyYear).format(ms),
    exact: (ms) => exact.format(ms),
    distance: distanceBy((count, unit) => relative.format(count, unit)),
  };
}

function distanceBy(write: (count: number, unit: (typeof UNITS)[number][0]) => string): Times['distance'] {
  return (ms, nowMs) => {
    const away = ms - nowMs;
    const [unit, unitMs] = UNITS.find(([, size]) => Math.abs(away) >= size) ?? ['minute', MINUTE_MS];
    return write(Math.trunc(away / unitMs), unit);
  };
}

function yearOf(ms: number): number {
  return new Date(ms).getFullYear();
}
