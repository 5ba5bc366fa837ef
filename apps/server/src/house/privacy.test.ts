import { describe, expect, test } from 'vitest';
import { LANGUAGES } from '../languages.ts';
import type { HouseStatements } from './house-file.ts';
import { privacyIn, unfilledPrivacy } from './privacy.ts';

const NOTHING: HouseStatements = {
  operator: null,
  licence: null,
  funds: null,
  complaints: null,
  privacy: null,
  witnesses: [],
};
const WHOLE: HouseStatements = {
  ...NOTHING,
  operator: { name: 'Club Ltd', address: '1 Road', contact: 'mailto:a@club.example' },
  privacy: {
    officer: 'Dana',
    bases: 'Contract.',
    recipients: 'The provider.',
    transfers: 'None.',
    authority: { name: 'Authority', link: 'https://authority.example' },
  },
};
/** The parts of GDPR Article 13(1) and (2). */
const PARTS = [
  'controller',
  'purposes',
  'recipients',
  'transfers',
  'storage',
  'rights',
  'complaint',
  'required',
].concat(['automated']);

describe('the information about data', () => {
  test.each(LANGUAGES)('has every part of Article 13 in %s, in its own words, filled from the house file', (code) => {
    const { locale, sections } = privacyIn(WHOLE, code);
    expect(locale).toBe(code);
    expect(sections.map(({ id }) => id)).toEqual(PARTS);
    const text = sections.flatMap(({ paragraphs }) => paragraphs).join('\n');
    for (const value of ['Club Ltd', '1 Road', 'a@club.example', 'Dana', 'Contract.', 'The provider.', 'None.']) {
      expect(text).toContain(value);
    }
    expect(text).toContain('https://authority.example');
    expect(text).not.toMatch(/[{}]|mailto:/);
    if (code !== 'en') expect(sections[0]?.title).not.toBe(privacyIn(WHOLE, 'en').sections[0]?.title);
  });

  test('says where the house states nothing, and answers other languages in English', () => {
    const { locale, sections } = privacyIn(NOTHING, 'xx');
    expect(locale).toBe('en');
    expect(sections[0]?.paragraphs).toEqual([
      'This club has not stated this yet.',
      'Data protection officer: not stated.',
    ]);
    expect(sections[3]?.paragraphs).toEqual(['This club has not stated this yet.']);
    const withoutOfficer = { ...WHOLE, privacy: null };
    const [controller] = privacyIn(withoutOfficer, 'en').sections;
    expect(controller?.paragraphs[0]).toContain('Club Ltd, 1 Road');
    expect(controller?.paragraphs[1]).toBe('Data protection officer: not stated.');
  });

  test('names the missing value in a paragraph of which the house states a part', () => {
    const { sections } = privacyIn(
      { ...WHOLE, operator: { name: 'Club Ltd', contact: 'mailto:a@club.example' } as never },
      'en',
    );
    expect(sections[0]?.paragraphs[0]).toBe('Club Ltd, not stated. Contact: a@club.example.');
  });
});

describe('a placeholder', () => {
  test('is none of a whole file', () => expect(unfilledPrivacy(WHOLE)).toEqual([]));

  test('is each part of a missing file', () => {
    const all = ['operator', 'address', 'contact', 'officer', 'bases', 'recipients', 'transfers', 'authority'];
    expect(unfilledPrivacy(NOTHING)).toEqual([...all, 'authorityLink']);
  });

  test.each(['…', '[name of the officer]', '{officer}', 'T\u004fDO', 'X\u0058X'])(
    'is a value such as %s',
    (officer) => {
      const file = { ...WHOLE, privacy: WHOLE.privacy && { ...WHOLE.privacy, officer } };
      expect(unfilledPrivacy(file)).toEqual(['officer']);
    },
  );

  test('is no value with such letters inside a word', () => {
    const file = { ...WHOLE, privacy: WHOLE.privacy && { ...WHOLE.privacy, officer: 'Todora Maxxxim' } };
    expect(unfilledPrivacy(file)).toEqual([]);
  });
});
