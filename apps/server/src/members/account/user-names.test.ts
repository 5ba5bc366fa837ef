import { expect, test } from 'vitest';
import { nameKey, userNameFault } from './user-names.ts';

test.each(['mira', 'Mira.2', 'a-b', '_x_', 'a'.repeat(24), '123'])('%s is a user name', (name) => {
  expect(userNameFault(name)).toBeNull();
});

test.each(['ab', 'a'.repeat(25), 'mi ra', 'mira\n', '...', 'mïra', 'мира', 'mira@home', 'mi/ra', '<b>'])(
  '%j is none',
  (name) => {
    expect(userNameFault(name)).toBe('user-name-bad');
  },
);

test('names are one name in any case', () => {
  expect(nameKey('MiRa')).toBe('mira');
  expect(nameKey('mi\u0000ra')).toBe('mira');
});
