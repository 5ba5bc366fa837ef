import type { DaySpan } from '../../api/shared/types.ts';
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

/** Spans that one tap chooses. */
export const RECENT_SPANS = ['today', 'week', 'month'] as const satisfies readonly SpanName[];

/** The recent span that these days are; null for any other. */
export function recentSpanOf({ from, to }: DaySpan, nowMs: number): (typeof RECENT_SPANS)[number] | null {
  const named = RECENT_SPANS.find((name) => {
    const span = spanOf(name, nowMs);
    return span.from === from && span.to === to;
  });
  return named ?? null;
}

/** Validates a custom range; null if it is valid. */
export function faultOf({ from, to }: Span): 'days-missing' | 'days-turned' | 'days-too-many' | null {
  if (!isDay(from) || !isDay(to)) return 'days-missing';
  const [first, last] = [Date.parse(from), Date.parse(to)];
  if (last < first) return 'days-turned';
  return (last - first) / DAY_MS + 1 > SPAN_DAYS_MAX ? 'days-too-many' : null;
}
