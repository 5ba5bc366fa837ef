const DAY_MINUTES = 24 * 60;
const MINUTE_MS = 60_000;

/** Daily quiet hours. They may pass midnight. */
export interface QuietHours {
  /** Local time such as `22:00`. */
  from: string;
  to: string;
  /** IANA time zone, such as `Asia/Ulaanbaatar`. */
  timeZone: string;
}

/** True for a time zone that this server knows. */
export function isTimeZone(name: string): boolean {
  try {
    new Intl.DateTimeFormat('en', { timeZone: name });
    return true;
  } catch {
    return false;
  }
}

/**
 * The end of the quiet hours in which a time lies (Unix milliseconds); null outside them. On a day that changes its
 * clock, the end may be off by that change; check again then.
 */
export function quietUntilMs(nowMs: number, { from, to, timeZone }: QuietHours): number | null {
  const [now, start, end] = [localMinute(nowMs, timeZone), minuteOf(from), minuteOf(to)];
  if (minutesFrom(start, now) >= minutesFrom(start, end)) return null;
  const minuteStartMs = Math.floor(nowMs / MINUTE_MS) * MINUTE_MS;
  return minuteStartMs + minutesFrom(now, end) * MINUTE_MS;
}

/** Minutes from one time of day to the next occurrence of another. */
function minutesFrom(start: number, end: number): number {
  return (end - start + DAY_MINUTES) % DAY_MINUTES;
}

function minuteOf(time: string): number {
  const [hours = 0, minutes = 0] = time.split(':').map(Number);
  return hours * 60 + minutes;
}

function localMinute(ms: number, timeZone: string): number {
  const format = new Intl.DateTimeFormat('en', { timeZone, hour: '2-digit', minute: '2-digit', hourCycle: 'h23' });
  return minuteOf(format.format(ms));
}
