import { expect, it } from 'vitest';
import { plainText } from './plain-text.ts';

it('writes invisible and direction characters as codes', () => {
  expect(plainText('club.example/tercet+01+AQ==')).toBe('club.example/tercet+01+AQ==');
  expect(plainText('a\u001b[31m\u202eb\u200b\ud800')).toBe('a\\u{1b}[31m\\u{202e}b\\u{200b}\\u{d800}');
  expect(plainText('Дүн 数 🎲')).toBe('Дүн 数 🎲');
});
