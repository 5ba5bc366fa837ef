import { expect, test } from 'vitest';
import { checkFacts, checkTexts, NO_FACTS } from './host-draft.ts';

test('a host has a city, a service of the list and a language', () => {
  expect(() => checkFacts(NO_FACTS)).toThrow('host-incomplete');
  expect(() => checkFacts({ cityId: 'c', services: ['interpreter'], languages: ['mn'] })).not.toThrow();
});

test('each language needs both the name and the text', () => {
  const en = { name: 'Saran', about: 'Shows the city on foot.' };
  expect(checkTexts({ en, mn: { name: '', about: ' ' } })).toEqual({ en });
  expect(() => checkTexts({})).toThrow('host-words-incomplete');
  expect(() => checkTexts({ en, mn: { name: 'Саран', about: '' } })).toThrow('host-words-incomplete');
});
