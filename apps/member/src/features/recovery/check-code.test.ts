import { expect, test } from 'vitest';
import { placeOfCode } from './check-code.ts';

const CODES = ['AB3D-EF0H-JK1M-NP5R', 'ST7V-WX9Z-0123-4567'];

test.each([
  ['AB3D-EF0H-JK1M-NP5R', 1],
  [' st7v wx9z 0123 4567 ', 2],
  ['ab3defohjkimnp5r', 1],
  ['AB3D-EF0H-JK1M-NP5S', null],
  ['AB3D', null],
  ['', null],
])('%j is code %s of the list', (typed, place) => {
  expect(placeOfCode(typed, CODES)).toBe(place);
});
