export interface Times {
  /** 22 Nov, 09:30; with the year if it is not this year. */
  minute(ms: number): string;
  /** 22 November 2026, 09:30:05, with the zone. */
  exact(ms: number): string;
  /** "in 3 hours", "5 minutes ago": in the largest unit. */
  distance(ms: number, nowMs: number): string;
  /** 22 November 2026, for a day as the server sends it (`YYYY-MM-DD`). */
  day(date: string): string;
  /** 22 Nov */
  shortDay(date: string): string;
  /** A duration: 0.4 s, 12 s, 3 min. */
  span(ms: number): string;
}
