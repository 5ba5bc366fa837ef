import { expect, test } from 'vitest';
import { RING_STEPS, ringStep } from './ring-step.ts';

test('a ring steps at most once a second in the fastest period, and every three minutes in a long one', () => {
  const stepsOf = (periodSeconds: number, watchedSeconds: number) => {
    const steps = Array.from({ length: watchedSeconds + 1 }, (_, second) =>
      ringStep((periodSeconds - second) / periodSeconds),
    );
    return new Set(steps).size - 1;
  };
  expect(stepsOf(30, 30)).toBe(30);
  expect(stepsOf(60, 60)).toBe(60);
  expect(stepsOf(180, 60)).toBe(20);
  expect(stepsOf(10_800, 170)).toBe(0);
});

test('the ring is full when the period opens, and empty only when it locks', () => {
  expect(ringStep(1)).toBe(RING_STEPS);
  expect(ringStep(0.0001)).toBe(1);
  expect(ringStep(0)).toBe(0);
  expect(ringStep(-1)).toBe(0);
  expect(ringStep(2)).toBe(RING_STEPS);
});
