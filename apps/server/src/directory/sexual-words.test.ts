import { expect, test } from 'vitest';
import { growth } from '../../tests/kit/growth.ts';
import { hasSexualWords } from './sexual-words.ts';

test.each([
  'Sex after dinner',
  'I am a SEXY guide',
  's.e.x and more',
  's e x',
  's\u00ADex',
  'ｓｅｘ',
  'erotic massage',
  'Escort in Darkhan',
  'with a happy ending',
  'Un masaje erótico',
  'секс',
  'Эскорт үйлчилгээ',
  '섹스',
  'セックス',
  '提供性服務',
  'เซ็กซ์',
  'dịch vụ tình dục',
  'GFE',
  '\ufdfasex\ufdfa',
])('refuses %s', (words) => {
  expect(hasSexualWords(words)).toBe(true);
});

test.each([
  'I show you Middlesex and Essex',
  'A sextet plays at the club, and a sextant is in the museum',
  'I interpret between Mongolian and English',
  'Tennis, running, and walks in the hills',
  'Би хотын түүхийг ярьж өгнө',
  '私は街を案内します',
  'A table at the club, with the rules told',
  'The plan B, a to z',
])('takes %s', (words) => {
  expect(hasSexualWords(words)).toBe(false);
});

test('their time grows with the length of the text', () => {
  // A text with piled-up marks is refused before the word rules run.
  expect(growth((text) => void (/\p{M}{31}/u.test(text) || hasSexualWords(text)))).toBeNull();
}, 60_000);
