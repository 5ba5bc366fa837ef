export interface Times {
  /** 22 Nov, 09:30; with the year where it is another one. */
  minute(ms: number): string;
  /** 22 November 2026, 09:30:05, with the zone. */
  exact(ms: number): string;
  /** "in 3 hours", "5 minutes ago": to the largest unit. */
  distance(ms: number, nowMs: number): string;
  /** 22 November 2026, of a day as the server writes it (`YYYY-MM-DD`). */
  day(date: string): string;
  /** 22 Nov */
  shortDay(date: string): string;
  /** 0.4 s, 12 s, 3 min: how long something took. */
  span(ms: number): string;
}
