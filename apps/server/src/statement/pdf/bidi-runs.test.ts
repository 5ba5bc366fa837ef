import * as fontkit from 'fontkit';
import { describe, expect, test } from 'vitest';
import { breakable, isolate, leftToRight, runsOf } from './bidi-runs.ts';
import { faceOf, fontOf } from './fonts.ts';

/** The line as it appears on paper, left to right. Arabic runs are reversed here, as their shaper does. */
function seen(line: string, direction: 'ltr' | 'rtl', locale = 'ar'): string {
  return runsOf(line, direction, locale)
    .map(({ face, text }) => (face === 'arabic' && /\p{L}/u.test(text) ? [...text].toReversed().join('') : text))
    .join('');
}

describe('a line of a right-to-left page', () => {
  test('has its first word on the right', () => {
    expect(seen('رهان كبير', 'rtl')).toBe('ريبك ناهر');
  });

  test('keeps numbers, times, references and signs as they are', () => {
    for (const value of [
      '-510.00',
      '+1,995.00',
      '2026-11-22 01:09:47',
      '019a1f9e-4b11-7b11-8f2c-0123456789ab',
      'dice-30/5',
      '0-1+2',
    ]) {
      expect(seen(`رهان ${leftToRight(value)} كبير`, 'rtl')).toBe(`ريبك ${value} ناهر`);
      expect(seen(leftToRight(value), 'rtl')).toBe(value);
    }
  });

  test('turns brackets round and leaves what is in them', () => {
    expect(seen(`رهان (${leftToRight('-5.00')})`, 'rtl')).toBe('(-5.00) ناهر');
  });

  test('keeps for copies the brackets that were written', () => {
    expect(runsOf('(ab)', 'ltr', 'en')).toEqual([{ face: 'latin', text: '(ab)', order: 0 }]);
    expect(runsOf('(رهان)', 'rtl', 'ar')).toEqual([
      { face: 'latin', text: '(', order: 2, isMirrored: true },
      { face: 'arabic', text: 'رهان', order: 1 },
      { face: 'latin', text: ')', order: 0, isMirrored: true },
    ]);
  });

  test('takes a name as one piece, in whatever script it is', () => {
    expect(seen(`رهان: ${isolate('Grand (five)')}، 12`, 'rtl')).toBe('12 ،Grand (five) :ناهر');
    expect(seen(`Stake: ${isolate('رهان 7')}, period 12`, 'ltr', 'en')).toBe('Stake: 7 ناهر, period 12');
  });
});

test('a mark stays with its letter, and what orders text is not drawn', () => {
  expect(runsOf('سجّل', 'rtl', 'ar')).toEqual([{ face: 'arabic', text: 'سجّل', order: 0 }]);
  expect(runsOf(`${isolate('b')}\u200f\u0007`, 'rtl', 'ar')).toEqual([{ face: 'latin', text: 'b', order: 0 }]);
});

describe('faces', () => {
  test.each([
    ['mn', 'Өдөр бүрийн дүн ₮'],
    ['tg', 'Бақия: ҷӣғқҳӯ'],
    ['ar', 'كشف حساب، ؟ ًٌّ'],
    ['ko', '거래 명세서'],
    ['es', 'Año, ¿qué? €'],
    ['hy', 'Քաղվածք։ և'],
    ['vi', 'Số dư khả dụng ặỗữ ₫'],
    ['ms', 'Penyata'],
    ['th', 'รายการเดินบัญชี ฿'],
    ['zh-Hant', '帳戶明細，餘額'],
    ['ja', '取引明細。ご利用残高ー'],
    ['en', 'Statement · “x” … ₩ ¥'],
  ])('have every letter of %s', (locale, text) => {
    for (const letter of text) expect(faceOf(letter, locale), letter).not.toBeNull();
  });

  test('a letter that none has is a question mark', () => {
    expect(runsOf('a\u{1f3b2}b', 'ltr', 'en')).toEqual([{ face: 'latin', text: 'a?b', order: 0 }]);
  });

  test('Han letters are those of the language', () => {
    expect(faceOf('灣', 'ja')).toBe('japanese');
    expect(faceOf('灣', 'zh-Hant')).toBe('chinese');
  });

  test('Arabic letters are joined, the last one on the left', () => {
    const font = fontkit.create(fontOf('arabic', 400)) as fontkit.Font;
    const [run] = runsOf('كشف', 'rtl', 'ar');
    const { glyphs } = font.layout(run?.text ?? '');
    const letters = glyphs.filter(({ advanceWidth }) => advanceWidth > 0);
    const alone = [...'كشف'].map(
      (letter) => font.layout(letter).glyphs.find(({ advanceWidth }) => advanceWidth > 0)?.id,
    );
    expect(letters).toHaveLength(3);
    expect(letters.map(({ id }) => id).toReversed()).not.toEqual(alone);
    for (const [index, { id }] of letters.toReversed().entries()) expect(id).not.toBe(alone[index]);
    expect(letters.map(({ codePoints }) => codePoints[0])).toEqual(
      [...'كشف'].toReversed().map((one) => one.codePointAt(0)),
    );
  });
});

describe('lines end', () => {
  test('between words', () => {
    expect(breakable('one two  three', 'en')).toEqual(['one ', 'two ', ' ', 'three']);
  });

  test('between words that have no space between them, but not within a value', () => {
    expect(breakable('เข้าสู่ระบบที่', 'th').length).toBeGreaterThan(1);
    expect(breakable(`${leftToRight('a.b-c.d')}`, 'th')).toHaveLength(1);
    expect(breakable('เข้าสู่ระบบ', 'th').join('')).toBe('เข้าสู่ระบบ');
  });
});
