import { describe, expect, it } from 'vitest';
import { sceneOf } from './city-scene.ts';
import { LANDMARK_PATHS } from './landmark-paths.ts';

/** Cities of one country, as in the play house. */
const CITIES = [
  { name: 'Ulaanbaatar', country: 'MN', tier: 1, latitude: 47.9184, longitude: 106.9177 },
  { name: 'Darkhan', country: 'MN', tier: 2, latitude: 49.4867, longitude: 105.9228 },
  { name: 'Erdenet', country: 'MN', tier: 2, latitude: 49.0333, longitude: 104.0833 },
  { name: 'Khovd', country: 'MN', tier: 3, latitude: 48.0056, longitude: 91.6419 },
  { name: 'Mörön', country: 'MN', tier: 3, latitude: 49.6342, longitude: 100.1625 },
  { name: 'Dalanzadgad', country: 'MN', tier: 3, latitude: 43.5708, longitude: 104.425 },
];

describe('the picture of a city', () => {
  it('is the same at every look', () => {
    for (const city of CITIES) expect(sceneOf({ ...city })).toEqual(sceneOf(city));
  });

  it('differs from that of every other city of its country in landmark, sky or ground', () => {
    const looks = CITIES.map((city) => {
      const { landmark, ground, sky } = sceneOf(city);
      return `${landmark} ${ground} ${sky}`;
    });
    expect(new Set(looks).size).toBe(CITIES.length);
  });

  it('shows a landmark of the country, and one anywhere else', () => {
    const yerevan = { country: 'AM', tier: 1, latitude: 40.18, longitude: 44.51 };
    expect(['church', 'bell-tower', 'tower']).toContain(sceneOf(yerevan).landmark);
    expect(LANDMARK_PATHS).toHaveProperty([sceneOf({ ...yerevan, country: 'NZ' }).landmark]);
  });

  it('shows a large city higher than a small one', () => {
    const highest = (tier: number) =>
      Math.max(...sceneOf({ country: 'MN', tier, latitude: 47, longitude: 106 }).houses.map(({ height }) => height));
    expect(highest(1)).toBeGreaterThan(highest(3));
  });
});
