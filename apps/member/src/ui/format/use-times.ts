import { useFormatter } from 'use-intl';

interface Times {
  /** "14:03:12": to the second, in 24 hours, since draws are told apart by seconds. */
  clock(ms: number): string;
  /** "14:03". */
  time(ms: number): string;
  /** "21 Nov, 14:03:12". */
  moment(ms: number): string;
  /** "21 Nov, 14:03": for what is expected, where seconds would claim too much. */
  minute(ms: number): string;
  /** "21 November 2026". */
  day(ms: number): string;
}

export function useTimes(): Times {
  const format = useFormatter();
  const clock = { hour: '2-digit', minute: '2-digit', second: '2-digit', hourCycle: 'h23' } as const;
  const minute = { hour: '2-digit', minute: '2-digit', hourCycle: 'h23' } as const;
  return {
    clock: (ms) => format.dateTime(ms, clock),
    time: (ms) => format.dateTime(ms, minute),
    moment: (ms) => unbroken(format.dateTime(ms, { day: 'numeric', month: 'short', ...clock })),
    minute: (ms) => unbroken(format.dateTime(ms, { ...minute, day: 'numeric', month: 'short' })),
    day: (ms) => unbroken(format.dateTime(ms, { day: 'numeric', month: 'long', year: 'numeric' })),
  };
}

/** No line ends within a date: "Nov" at the end of one and "22" at the start of the next would be read twice. */
function unbroken(date: string): string {
  return date.replace(/(?<=^\S+) /, '\u00a0');
}
