import { expect, test } from 'vitest';
import type { Lottery } from '../../api/shared/types.ts';
import { futureDrawsAt } from './future-draw.ts';

const lottery = {
  key: 'dice-60',
  current: { period: 9, opensAtMs: 540_000, locksAtMs: 600_000, drawsAtMs: 612_000, round: 300 },
  next: { round: 320 },
} as Lottery;

test('a draw whose period has not begun is due by the schedule', () => {
  expect(futureDrawsAt([lottery], 'dice-60/10')).toBe(672_000);
  expect(futureDrawsAt([lottery], 'dice-60/99999999')).toBe(612_000 + (99_999_999 - 9) * 60_000);
});

test('a draw that has begun, one of an unknown table and one beyond all dates are none', () => {
  for (const drawId of ['dice-60/9', 'dice-60/1', 'dice-30/10', 'dice-60/999999999999999', 'dice-60/x'])
    expect(futureDrawsAt([lottery], drawId), drawId).toBeNull();
});
