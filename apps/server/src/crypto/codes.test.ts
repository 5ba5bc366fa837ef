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

test.each([
  'Invite code: 7ERC-A8HB-KP8V',
  'code：７ＥＲＣ－Ａ８ＨＢ－ＫＰ８Ｖ',
  'https://club.example/Register?invite=7ERC-A8HB-KP8V',
  'https://club.example/Invite/7ERC-A8HB-KP8V/',
  '“7ERC-A8HB-KP8V”',
  '"7ERC-A8HB-KP8V".',
  '<7ERC-A8HB-KP8V>',
  '*7ERC-A8HB-KP8V*',
  '7ЕRС-А8НВ-КР8V',
  '7ΕRC-Α8ΗΒ-ΚΡ8V',
  '\u202a7erc a8hb kp8v.\u202c',
])('%j is read', (typed) => {
  expect(readCode(typed)).toBe('7ERCA8HBKP8V');
});

test.each(['', '   ', '---', 'ABCU', 'ABC@', 'ABCД', 'ABCÉ', 'AB\u0000C'])('%j is no code', (typed) => {
  expect(readCode(typed)).toBeNull();
});

test('at every place every character comes up, and no other: five bits each', () => {
  const codes = Array.from({ length: 2_000 }, () => randomCode(16));
  for (let place = 0; place < 16; place++) {
    const seen = new Set(codes.map((code) => code[place]));
    expect([...seen].sort().join('')).toBe('0123456789ABCDEFGHJKMNPQRSTVWXYZ');
  }
  expect(new Set(codes).size).toBe(codes.length);
});

test('equal codes of different scopes have different hashes', () => {
  expect(hashCode('a', 'CODE')).not.toEqual(hashCode('b', 'CODE'));
  expect(hashCode('a', 'CODE')).toEqual(hashCode('a', 'CODE'));
});
