import { expect, test } from 'vitest';
import { timeParams } from './time-params.ts';

test('times are formatted under their short name, and nothing else is', () => {
  const written = timeParams({ untilMs: 5, leftMinor: '7', atMs: 'soon' }, (ms) => `at ${ms}`);
  expect(written).toEqual({ until: 'at 5' });
});
