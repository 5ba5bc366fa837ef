import { expect, it } from 'vitest';
import { byNearness, kilometres } from './distance.ts';

const ULAANBAATAR = { name: 'Ulaanbaatar', latitude: 47.92, longitude: 106.92 };
const DARKHAN = { name: 'Darkhan', latitude: 49.47, longitude: 105.96 };
const TOKYO = { name: 'Tokyo', latitude: 35.68, longitude: 139.77 };

it('knows how far cities are from each other', () => {
  expect(kilometres(ULAANBAATAR, DARKHAN)).toBeCloseTo(186, -1);
  expect(kilometres(ULAANBAATAR, TOKYO)).toBeCloseTo(3_000, -3);
  expect(kilometres(TOKYO, TOKYO)).toBe(0);
});

it('goes the short way around the earth', () => {
  expect(kilometres({ latitude: 0, longitude: 179 }, { latitude: 0, longitude: -179 })).toBeLessThan(230);
});

it('puts the nearest first', () => {
  const sorted = byNearness([TOKYO, ULAANBAATAR, DARKHAN], { latitude: 49, longitude: 106 });
  expect(sorted.map(({ place }) => place.name)).toEqual(['Darkhan', 'Ulaanbaatar', 'Tokyo']);
});
