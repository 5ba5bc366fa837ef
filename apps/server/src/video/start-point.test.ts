import { expect, test } from 'vitest';
import { resumeAt, startPointOf } from './start-point.ts';

const HOUSE = 27_000;
const start = (durationMs: number, ownMs: number | null = null) => startPointOf({ durationMs, ownMs, houseMs: HOUSE });

test('a film longer than a minute begins where the house says, a shorter one at its beginning', () => {
  expect(start(60_001)).toBe(HOUSE);
  expect(start(60_000)).toBe(0);
  expect(start(8_000)).toBe(0);
});

test('a title may say otherwise, also of a short film', () => {
  expect(start(120_000, 0)).toBe(0);
  expect(start(120_000, 40_000)).toBe(40_000);
  expect(start(30_000, 5_000)).toBe(5_000);
});

test('no film begins at its end or behind it', () => {
  expect(start(30_000, 20_000)).toBe(0);
  expect(start(30_000, 30_000)).toBe(0);
  expect(start(70_000, 90_000)).toBe(0);
});

test('a returning member continues at their last position, never before the start point, and from the start after the end', () => {
  expect(resumeAt(HOUSE, null, 120_000)).toBe(HOUSE);
  expect(resumeAt(HOUSE, 50_000, 120_000)).toBe(50_000);
  expect(resumeAt(HOUSE, 3_000, 120_000)).toBe(HOUSE);
  expect(resumeAt(HOUSE, 115_000, 120_000)).toBe(HOUSE);
  expect(resumeAt(0, 7_000, 8_000)).toBe(0);
});
