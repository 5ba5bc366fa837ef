import { expect, test } from 'vitest';
import { passwordFault } from './password-rules.ts';

test.each([
  'a lantern in june',
  'correct horse battery',
  'Tr0ub4dor&3xyz',
  'ένα φανάρι τον Ιούνιο',
  '灯り灯り月の夜に提灯を',
])('%s is a password', (password) => {
  expect(passwordFault(password, 'somebody')).toBeNull();
});

test.each([
  ['123456789', 'nine signs'],
  ['1234567890', 'the commonest'],
  ['abcdefghijklm', 'a run'],
  ['zyxwvutsrqp', 'a run backwards'],
  ['aaaaaaaaaaaa', 'one sign'],
  ['abababababab', 'two signs'],
  ['Password123!', 'a common word with a tail'],
  ['P@ssw0rd2026', 'a common word in disguise'],
  ['1q2w3e4r5t', 'keys in a row'],
  ['qwertyuiop', 'keys in a row'],
  ['4815162342', 'one that was stolen often'],
  ['usuckballz1', 'one that was stolen often'],
  ['Basketball2026!', 'a stolen one with a year'],
  ['ILOVEYOU!!!!', 'a common one in capitals'],
  ['ｐａｓｓｗｏｒｄ１２３', 'a common one in wide letters'],
])('%s is weak: %s', (password) => {
  expect(passwordFault(password, 'somebody')).toBe('password-weak');
});

test('the user name counts for nothing', () => {
  expect(passwordFault('mira-plays-fair', 'mira')).toBeNull();
  expect(passwordFault('mirabelle-1', 'Mirabelle')).toBe('password-weak');
  expect(passwordFault('MIRA.mira.mira', 'mira')).toBe('password-weak');
  expect(passwordFault('mira-password-1', 'mira')).toBe('password-weak');
});

test('words of the house count for nothing', () => {
  expect(passwordFault('tercet 2026', 'mira')).toBe('password-weak');
  expect(passwordFault('TercetLottery7!', 'mira')).toBe('password-weak');
  expect(passwordFault('tercetpassword1', 'mira')).toBe('password-weak');
  expect(passwordFault('mira-tercet-dice-77', 'mira')).toBe('password-weak');
  expect(passwordFault('a lantern over tercet', 'mira')).toBeNull();
});

test('an empty one is to be filled in', () => {
  expect(passwordFault('', 'mira')).toBe('fill-in');
  expect(passwordFault('a lantern in june', '')).toBeNull();
});
