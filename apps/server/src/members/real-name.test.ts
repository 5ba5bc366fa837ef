import { describe, expect, test } from 'vitest';
import { nameFault, tidyName } from './real-name.ts';

describe('a real name', () => {
  test.each([
    ['Ana Petrova', 'Ana Petrova'],
    ['  Ana \u00a0  Petrova\t', 'Ana Petrova'],
    ['O\u2019Neill', "O'Neill"],
    ['Jean\u2010Luc', 'Jean-Luc'],
    ['Jose\u0301 Nun\u0303ez', 'José Nuñez'],
  ])('typed as %j is kept as %j', (typed, kept) => {
    expect(tidyName(typed)).toBe(kept);
    expect(nameFault(kept)).toBeNull();
  });

  test.each([
    'Бат-Эрдэнэ',
    '김민준',
    'علي بن محمد',
    'Նարեկ Սարգսյան',
    'สมชาย ใจดี',
    'Nguyễn Văn An',
    '陳大文',
    "D'Arcy Jr.",
  ])('%s is one', (name) => {
    expect(nameFault(tidyName(name))).toBeNull();
  });

  test.each([
    ['one letter', 'A'],
    ['81 characters', 'A'.repeat(81)],
    ['a digit', 'Ana 2'],
    ['marks', 'Ana <b>'],
    ['an underscore', 'Ana_Petrova'],
    ['a hyphen in front', '-Ana'],
    ['a direction mark', 'Ana\u202ePetrova'],
    ['a picture', 'Ana 🙂'],
    ['a line break in the midst of control characters', 'Ana\u0000Petrova'],
  ])('is none with %s', (_, typed) => {
    expect(nameFault(tidyName(typed))).toBe('name-bad');
  });

  test('is asked for when empty', () => {
    expect(nameFault(tidyName(' \t '))).toBe('fill-in');
  });

  test('may be as long as 80 characters and as short as 2', () => {
    expect(nameFault('𠀀'.repeat(80))).toBeNull();
    expect(nameFault('Ng')).toBeNull();
  });
});
