import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { MADE_BANNERS, patternOf } from './made-banners.ts';

const { components } = JSON.parse(readFileSync(join(import.meta.dirname, '../openapi.json'), 'utf8'));

test('there is a drawing for each pattern that the API names, and for no other', () => {
  const [named] = components.schemas.Banner.properties.made.anyOf;
  expect(named.enum).toEqual([...MADE_BANNERS]);
  for (const name of MADE_BANNERS) {
    const paths = patternOf(name);
    expect(paths.length).toBeGreaterThan(2);
    expect(new Set(paths).size).toBe(paths.length);
    for (const path of paths) expect(path).toMatch(/^M[-\d. AaHhVvLlCcSsQqZzM]+$/);
  }
  expect(patternOf('made-99')).toEqual([]);
});
