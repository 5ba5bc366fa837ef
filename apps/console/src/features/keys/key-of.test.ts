import { expect, test } from 'vitest';
import { keyOf } from './key-of.ts';

test.each([
  ['a Latin letter', { key: 'j', code: 'KeyJ', shiftKey: false }, 'j'],
  ['one by where it stands on a French keyboard', { key: 'a', code: 'KeyQ', shiftKey: false }, 'a'],
  ['with Caps Lock', { key: 'J', code: 'KeyJ', shiftKey: false }, 'j'],
  ['with Shift, which is another key', { key: 'J', code: 'KeyJ', shiftKey: true }, 'J'],
  ['a Cyrillic letter, by its place', { key: 'о', code: 'KeyJ', shiftKey: false }, 'j'],
  ['a Cyrillic letter where there is no Latin one', { key: 'ж', code: 'Semicolon', shiftKey: false }, 'ж'],
  ['a sign, wherever it stands', { key: '?', code: 'Digit7', shiftKey: true }, '?'],
])('%s', (_, pressed, key) => expect(keyOf(pressed)).toBe(key));
