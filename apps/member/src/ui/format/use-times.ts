import { useFormatter, useLocale } from 'use-intl';
import { calendarOf, dateIn } from './calendars.ts';

interface Times {
  /** "14:03:12". With seconds, since they distinguish draws; always 24 hours. */
  clock(ms: number): string;
  /** "14:03". */
  time(ms: number): string;
  /** "21 Nov, 14:03:12". */
  moment(ms: number): string;
  /** "21 Nov, 14:03": for estimates, where seconds would be too precise. */
  minute(ms: number): string;
  /** "21 November 2026". */
  day(ms: number): string;
  /** "21 November 2026", from a UTC day such as `2026-11-21`. */
  utcDay(date: string): string;
  /** "18:00", from the time of a day such as `18:00`, in any time zone. */
  utcHour(hour: string): string;
  /** "21 Nov" for one UTC day, "21 – 24 Nov" for two. */
  utcDays(from: string, to?: string): string;
  /** "November 2026", from `2026-11`. */
  month(month: string): string;
}

const CLOCK = { hour: '2-digit', minute: '2-digit', second: '2-digit', hourCycle: 'h23' } as const;
const MINUTE = { hour: '2-digit', minute: '2-digit', hourCycle: 'h23' } as const;
const SHORT = { day: 'numeric', month: 'short' } as const;
const LONG = { day: 'numeric', month: 'long', year: 'numeric' } as const;
const MONTH = { month: 'long', year: 'numeric' } as const;
const UTC = { timeZone: 'UTC' } as const;

/** Formats dates and times in the app's language. */
export function useTimes(): Times {
  const format = useFormatter();
  const own = calendarOf(useLocale());
  const clock = (ms: number) => format.dateTime(ms, CLOCK);
  const time = (ms: number) => format.dateTime(ms, MINUTE);
  const written = {
    moment: (ms: number) => unbroken(format.dateTime(ms, { ...SHORT, ...CLOCK })),
    minute: (ms: number) => unbroken(format.dateTime(ms, { ...SHORT, ...MINUTE })),
    day: (ms: number) => unbroken(format.dateTime(ms, LONG)),
    utcDay: (date: string) => unbroken(format.dateTime(startOf(date), { ...LONG, ...UTC })),
    utcHour: (hour: string) => format.dateTime(new Date(`1970-01-01T${hour}:00Z`), { ...MINUTE, ...UTC }),
    utcDays: (from: string, to = from) =>
      from === to
        ? format.dateTime(startOf(from), { ...SHORT, ...UTC })
        : format.dateTimeRange(startOf(from), startOf(to), { ...SHORT, ...UTC }),
    month: (month: string) => format.dateTime(startOf(`${month}-01`), { ...MONTH, ...UTC }),
  };
  if (own === null) return { clock, time, ...written };
  const zone = new Intl.DateTimeFormat().resolvedOptions().timeZone;
  const short = (ms: number, timeZone: string) => {
    const { day, month } = dateIn(ms, timeZone);
    return unbroken(own.short(day, month));
  };
  const long = (ms: number, timeZone: string) => {
    const { day, month, year } = dateIn(ms, timeZone);
    return unbroken(own.long(day, month, year));
  };
  return {
    clock,
    time,
    utcHour: written.utcHour,
    moment: (ms) => `${short(ms, zone)}, ${clock(ms)}`,
    minute: (ms) => `${short(ms, zone)}, ${time(ms)}`,
    day: (ms) => long(ms, zone),
    utcDay: (date) => long(startOf(date).getTime(), 'UTC'),
    utcDays: (from, to = from) =>
      from === to
        ? short(startOf(from).getTime(), 'UTC')
        : `${short(startOf(from).getTime(), 'UTC')} – ${short(startOf(to).getTime(), 'UTC')}`,
    month: (month) => {
      const [year = 0, count = 0] = month.split('-').map(Number);
      return own.month(count, year);
    },
  };
}

function startOf(date: string): Date {
  return new Date(/^\d{4}-\d\d-\d\d$/.test(date) ? `${date}T00:00:00Z` : date);
}

/** Joins the first two words with a no-break space, so that "22 Nov" stays on one line. */
function unbroken(date: string): string {
  return date.replace(/(?<=^\S+) /, '\u00a0');
}
