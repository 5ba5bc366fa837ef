import { expect, test } from 'vitest';
import { mongolianDistance, mongolianTimes } from './mongolian-times.ts';

// Unlike Chromium, the runtime of the tests supports Mongolian.

const AT = Date.UTC(2026, 10, 2, 5, 6, 7);
const times = mongolianTimes(() => 2026);
const short = { month: 'short', day: 'numeric' } as const;
const minute = { ...short, hour: '2-digit', minute: '2-digit', hourCycle: 'h23' } as const;
const soft = (text: string) => text.replaceAll('\u00a0', ' ');
const mongolian = (options: Intl.DateTimeFormatOptions, ms: number) =>
  new Intl.DateTimeFormat('mn', options).format(ms);

test('times follow CLDR, with the year if it is not the current one', () => {
  for (const ms of [AT, AT + 12 * 3_600_000, Date.UTC(2026, 0, 31, 23, 59)]) {
    expect(soft(times.minute(ms))).toBe(mongolian(minute, ms));
  }
  const before = Date.UTC(2025, 5, 30, 12);
  expect(soft(times.minute(before))).toBe(mongolian({ ...minute, year: 'numeric' }, before));
  expect(soft(times.shortDay('2026-03-09'))).toBe(mongolian({ ...short, timeZone: 'UTC' }, Date.UTC(2026, 2, 9)));
  expect(soft(times.day('2026-03-09'))).toBe('2026 оны 3-р сарын 9');
  expect(soft(times.exact(AT))).toMatch(/^2026 оны 11-р сарын \d+ \d\d:\d\d:07 \((GMT|UTC)/);
});

test('distances and spans, too', () => {
  const relative = new Intl.RelativeTimeFormat('mn', { numeric: 'always' });
  for (const unit of ['day', 'hour', 'minute'] as const) {
    for (const count of [5, 1, 0, -0, -1, -23]) {
      expect(mongolianDistance(count, unit)).toBe(relative.format(count, unit));
    }
  }
  const unit = (of: 'second' | 'minute') =>
    new Intl.NumberFormat('mn', { style: 'unit', unit: of, unitDisplay: 'short', maximumFractionDigits: 1 });
  expect(times.span(0)).toBe(unit('second').format(0));
  expect(times.span(1_240)).toBe(unit('second').format(1.2));
  expect(times.span(61_000)).toBe(unit('second').format(61));
  expect(times.span(180_000)).toBe(unit('minute').format(3));
});
