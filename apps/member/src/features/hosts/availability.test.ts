import { describe, expect, it } from 'vitest';
import { dayFault, dayLater, isAvailable, lastDay, nextAvailable } from './availability.ts';

// 29 November 2026 is a Sunday.
const host = { today: '2026-11-29', weekdays: [1, 3], daysOff: ['2026-11-30'] };

describe('the days of a host', () => {
  it('are weekdays less single dates', () => {
    expect(isAvailable(host, '2026-12-02')).toBe(true);
    expect(isAvailable(host, '2026-12-07')).toBe(true);
    expect(isAvailable(host, '2026-11-30')).toBe(false);
    expect(isAvailable(host, '2026-12-01')).toBe(false);
    expect(isAvailable({ ...host, weekdays: [7] }, '2026-11-29')).toBe(true);
  });

  it('name the next available one, and none if there is none', () => {
    expect(nextAvailable(host, '2026-11-29')).toBe('2026-12-02');
    expect(nextAvailable(host, '2026-12-02')).toBe('2026-12-02');
    expect(nextAvailable({ ...host, weekdays: [] }, '2026-11-29')).toBeNull();
  });

  it('end half a year ahead', () => {
    expect(lastDay(host)).toBe(dayLater('2026-11-29', 180));
    expect(dayFault(host, dayLater(lastDay(host), 1))).toBe('dayBad');
  });

  it('say what is wrong with a choice', () => {
    expect(dayFault(host, '')).toBe('dayBad');
    expect(dayFault(host, '2026-11-28')).toBe('dayBad');
    expect(dayFault(host, '2026-12-01')).toBe('dayOff');
    expect(dayFault(host, '2026-12-02')).toBeNull();
  });
});
