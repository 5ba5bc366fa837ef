import { expect, test } from 'vitest';
import { grouped, hashCode, randomCode, readCode } from './codes.ts';

test('a code survives being read aloud, written down and typed', () => {
  for (let i = 0; i < 200; i++) {
    const code = randomCode(16);
    const typed = grouped(code)
      .toLowerCase()
      .replaceAll('0', 'O')
      .replaceAll('1', i % 2 ? 'l' : 'I');
    expect(readCode(` ${typed.replaceAll('-', i % 3 ? '–' : ' ')} `)).toBe(code);
  }
});

test.each(['', '   ', '---', 'ABCU', 'ABC!', 'ABCД', 'AB\u0000C'])('%j is no code', (typed) => {
  expect(readCode(typed)).toBeNull();
});

test('every character comes up, and no other', () => {
  const seen = new Set(randomCode(4_000));
  expect([...seen].sort().join('')).toBe('0123456789ABCDEFGHJKMNPQRSTVWXYZ');
});

test('equal codes of different scopes have different hashes', () => {
  expect(hashCode('a', 'CODE')).not.toEqual(hashCode('b', 'CODE'));
  expect(hashCode('a', 'CODE')).toEqual(hashCode('a', 'CODE'));
});
