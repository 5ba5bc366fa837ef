import { expect, test } from 'vitest';
import { SNOOZES, snoozeUntil } from './snooze-times.ts';

const now = new Date(2026, 10, 29, 22, 15).getTime();

test('a conversation comes back after an hour, or on a morning', () => {
  expect(snoozeUntil('hour', now)).toBe(now + 3_600_000);
  expect(new Date(snoozeUntil('tomorrow', now))).toEqual(new Date(2026, 10, 30, 9));
  expect(new Date(snoozeUntil('days', now))).toEqual(new Date(2026, 11, 2, 9));
  expect(new Date(snoozeUntil('week', now))).toEqual(new Date(2026, 11, 6, 9));
});

test('all times are ahead, and within the 30 days that the server takes', () => {
  for (const snooze of SNOOZES) {
    expect(snoozeUntil(snooze, now)).toBeGreaterThan(now);
    expect(snoozeUntil(snooze, now)).toBeLessThan(now + 30 * 86_400_000);
  }
});
