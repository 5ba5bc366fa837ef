import { MINUTE_MS } from '../../durations.ts';
import type { Times } from './times.ts';

// Chromium has no Mongolian locale data: it writes "M11 22" for a day and "+23 h" for a distance. Other browsers follow
// the CLDR, and so does this file.

/** A no-break space keeps a day on one line of a narrow column. */
const HARD = '\u00a0';
const UNITS = { day: 'өдрийн', hour: 'цагийн', minute: 'минутын' } as const;

/** Parts of a moment, in the reader's time zone by default. */
function partsOf(ms: number, timeZone?: string): Record<string, string> {
  const format = new Intl.DateTimeFormat('en', {
    year: 'numeric',
    month: 'numeric',
    day: 'numeric',
    hour: '2-digit',
    minute: '2-digit',
    second: '2-digit',
    hourCycle: 'h23',
    timeZoneName: 'shortOffset',
    ...(timeZone === undefined ? {} : { timeZone }),
  });
  return Object.fromEntries(format.formatToParts(ms).map(({ type, value }) => [type, value]));
}

export function mongolianTimes(yearNow: () => number): Omit<Times, 'distance'> {
  const decimals = new Intl.NumberFormat('en', { maximumFractionDigits: 1 });
  const shortDay = ({ month, day }: Record<string, string>) => `${month}-р${HARD}сарын${HARD}${day}`;
  const day = (parts: Record<string, string>) => `${parts.year} оны ${shortDay(parts)}`;
  return {
    shortDay: (date) => shortDay(partsOf(Date.parse(date), 'UTC')),
    day: (date) => day(partsOf(Date.parse(date), 'UTC')),
    minute(ms) {
      const parts = partsOf(ms);
      return `${(Number(parts.year) === yearNow() ? shortDay : day)(parts)} ${parts.hour}:${parts.minute}`;
    },
    exact(ms) {
      const parts = partsOf(ms);
      return `${day(parts)} ${parts.hour}:${parts.minute}:${parts.second} (${parts.timeZoneName})`;
    },
    span(ms) {
      if (ms < 10_000) return `${decimals.format(ms / 1_000)} сек`;
      return ms < 2 * MINUTE_MS ? `${Math.round(ms / 1_000)} сек` : `${Math.round(ms / MINUTE_MS)} мин`;
    },
  };
}

export function mongolianDistance(count: number, unit: keyof typeof UNITS): string {
  const isPast = count < 0 || Object.is(count, -0);
  return `${Math.abs(count)} ${UNITS[unit]} ${isPast ? 'өмнө' : 'дараа'}`;
}
