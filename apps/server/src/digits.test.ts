import { describe, expect, test } from 'vitest';
import { withAsciiDigits } from './digits.ts';

describe('digits', () => {
  test.each([
    ['7391', '7391'],
    ['٧٣٩١', '7391'],
    ['۷۳۹۱', '7391'],
    ['७३९१', '7391'],
    ['๗๓๙๑', '7391'],
    ['᠗᠓᠙᠑', '7391'],
    ['７３９１', '7391'],
    ['𝟕𝟑𝟗𝟏', '7391'],
    ['+٩٧٦ 88 Ä', '+976 88 Ä'],
  ])('%s is %s', (typed, plain) => {
    expect(withAsciiDigits(typed)).toBe(plain);
  });

  test('of every script that has them stand in rows of ten', () => {
    const digits: number[] = [];
    for (let code = 0; code <= 0x10_ffff; code++) {
      if (/^\p{Nd}$/u.test(String.fromCodePoint(code))) digits.push(code);
    }
    const found = digits.map((code) => withAsciiDigits(String.fromCodePoint(code))).join('');
    expect(found).toBe('0123456789'.repeat(digits.length / 10));
  });
});
