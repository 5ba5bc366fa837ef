import { expect, test } from 'vitest';
import { countriesOf, likelyCountry } from './help-countries.ts';

const ALL = [{ country: 'GB' }, { country: 'DE' }, { country: 'GB' }, { country: 'international' }];

test('a country is named once, and everywhere is none', () => {
  expect(countriesOf(ALL)).toEqual(['GB', 'DE']);
});

test('the country is the first in the languages’ tags that has an organisation', () => {
  expect(likelyCountry(ALL, ['en', 'fr-FR', 'de-DE', 'en-GB'])).toBe('DE');
});

test('a language alone names no country', () => {
  expect(likelyCountry(ALL, ['de', 'en'])).toBe(null);
  expect(likelyCountry(ALL, [])).toBe(null);
});

test('an invalid language gives no country', () => {
  expect(likelyCountry(ALL, ['!', 'en-GB'])).toBe('GB');
});
