import { expect, test } from 'vitest';
import type { Problem } from '../../api/shared/problem.ts';
import { type CityDraft, formOf, NEW_CITY } from './city-draft.ts';

const DARKHAN: CityDraft = {
  ...NEW_CITY,
  texts: { en: { name: 'Darkhan' }, mn: { name: ' ' } },
  country: 'mn',
  latitude: '49,4867',
  longitude: '105.9228',
};

test('a city is sent with only the filled fields, and its coordinates as numbers', () => {
  expect(formOf(DARKHAN)).toEqual({
    texts: { en: { name: 'Darkhan' } },
    country: 'MN',
    tier: 1,
    latitude: 49.4867,
    longitude: 105.9228,
    hidden: false,
  });
});

test.each([
  ['no name', { texts: {} }, 'texts'],
  ['a country in full', { country: 'Mongolia' }, 'country'],
  ['a latitude beyond the pole', { latitude: '91' }, 'latitude'],
  ['a longitude that is no number', { longitude: 'east' }, 'longitude'],
])('%s is refused at its field', (_, change, field) => {
  try {
    formOf({ ...DARKHAN, ...change });
    expect.unreachable();
  } catch (problem) {
    expect(Object.keys((problem as Problem).fields)).toEqual([field]);
  }
});
