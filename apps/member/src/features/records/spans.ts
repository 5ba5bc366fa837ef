import { DAY_MS } from '../../durations.ts';
import { isDay } from '../../ui/format/is-day.ts';

export const SPANS = ['today', 'week', 'month', 'own'] as const;
export type SpanName = (typeof SPANS)[number];

/** UTC days, both inclusive. */
export interface Span {
  from: string;
  to: string;
}

/** Maximum range of the server's report. */
export const SPAN_DAYS_MAX = 366;

const DAYS: Record<Exclude<SpanName, 'own'>, number> = { today: 1, week: 7, month: 30 };

export function dayOf(ms: number): string {
  return new Date(ms).toISOString().slice(0, 10);
}

/** The last 1, 7 or 30 days, including today. */
export function spanOf(name: Exclude<SpanName, 'own'>, nowMs: number): Span {
  return { from: dayOf(nowMs - (DAYS[name] - 1) * DAY_MS), to: dayOf(nowMs) };
}

/** The name of a span; `own` for any other, and for one without both ends. */
export function spanNamed({ from, to }: { from?: string | undefined; to?: string | undefined }, nowMs: number): SpanName {
  const named = (['today', 'week', 'month'] as const).find((name) => {
    const span = spanOf(name, nowMs);
    return span.from === from && span.to === to;
  });
  return named ?? 'own';
}

/** Validates a custom range; null if it is valid. */
export function faultOf({ from, to }: Span): 'days-missing' | 'days-turned' | 'days-too-many' | null {
  if (!isDay(from) || !isDay(to)) return 'days-missing';
  const [first, last] = [Date.parse(from), Date.parse(to)];
  if (last < first) return 'days-turned';
  return (last - first) / DAY_MS + 1 > SPAN_DAYS_MAX ? 'days-too-many' : null;
}
