import { describe, expect, it } from 'vitest';
import { calendarOf, dateIn } from './calendars.ts';

describe('dates of languages that browsers do not know', () => {
  it.each([
    ['mn', '11-р сарын 24', '2026 оны 11-р сарын 24', '2026 оны 11-р сар'],
    ['tg', '24 ноя', '24 ноябри 2026', 'ноябри 2026'],
    ['hy', '24 նոյ', '24 նոյեմբերի, 2026 թ.', 'նոյեմբեր 2026'],
  ])('are written as their readers write them: %s', (locale, short, long, month) => {
    const calendar = calendarOf(locale);
    expect([calendar?.short(24, 11), calendar?.long(24, 11, 2026), calendar?.month(11, 2026)]).toEqual([
      short,
      long,
      month,
    ]);
  });

  it('are left to the browser in all others', () => {
    for (const code of ['ar', 'ko', 'en', 'es', 'vi', 'ms', 'th', 'zh-Hant', 'ja', 'constructor'])
      expect([code, calendarOf(code)]).toEqual([code, null]);
  });
});

it('a time belongs to the day of the reader’s time zone', () => {
  const ms = Date.UTC(2026, 10, 24, 23, 30);
  expect(dateIn(ms, 'UTC')).toEqual({ year: 2026, month: 11, day: 24 });
  expect(dateIn(ms, 'Asia/Ulaanbaatar')).toEqual({ year: 2026, month: 11, day: 25 });
});
