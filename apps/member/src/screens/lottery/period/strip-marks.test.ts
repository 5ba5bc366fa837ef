import { expect, test } from 'vitest';
import { stripMarks } from './strip-marks.ts';

test('a draw with a house-run beacon says so before, during and after its check', () => {
  expect(stripMarks({ houseRun: true }, null)).toEqual(['house-run']);
  expect(stripMarks({ houseRun: true }, 'house-run')).toEqual(['house-run']);
  expect(stripMarks({ houseRun: true }, 'breach')).toEqual(['house-run', 'breach']);
});

test('a draw with a public beacon shows what its check found', () => {
  expect(stripMarks({ houseRun: false }, null)).toEqual([]);
  expect(stripMarks({ houseRun: false }, 'checked')).toEqual(['checked']);
});
