import { describe, expect, test } from 'vitest';
import { dropInvisible, oneLine } from './invisible.ts';
import { plainCode, plainIban, plainPhone, plainText } from './typed.ts';
import { wholeCharacters } from './whole-characters.ts';

describe('invisible characters', () => {
  test.each([
    // A contact of a phone, a bank's page, a word processor, a messenger, a spreadsheet.
    ['\u202a+976 8812 3456\u202c', '+976 8812 3456'],
    ['\u200eAna\u200f', 'Ana'],
    ['Ana\u200bPetrova', 'AnaPetrova'],
    ['Ana\u00adPetrova', 'AnaPetrova'],
    ['\ufeffana', 'ana'],
    ['a\u2060b\u2064c', 'abc'],
    ['\u2066Ana\u2069', 'Ana'],
    ['\u202eanA', 'anA'],
    ['a\u034fb\u3164', 'ab'],
    ['a\ufe0fb', 'ab'],
    ['1\ufe0f2', '12'],
    ['a\u200db\u200cc', 'abc'],
    ['\u{e0041}a\u{e0061}', 'a'],
    ['a\ufff9b', 'ab'],
    ['سلام \u200cعلی', 'سلام علی'],
  ])('%j is %j', (typed, text) => expect(dropInvisible(typed)).toBe(text));

  test.each([
    'می\u200cخواهم',
    'क्\u200dष',
    'ക്\u200cഷ',
    'ශ්\u200dරී',
    '👩\u200d👩\u200d👧',
    '👩🏽\u200d🚀',
    '🏳\ufe0f\u200d🌈',
    '❤\ufe0f',
    '1\ufe0f\u20e3',
    '辻\u{e0100}',
    'ᠮᠣᠩᠭᠣᠯ\u180b',
    '🏴\u{e0067}\u{e0062}\u{e0073}\u{e0063}\u{e0074}\u{e007f}',
    'Đỗ Văn Đức\nMüller\t1',
  ])('%j is spelled so, and stays', (text) => expect(dropInvisible(text)).toBe(text));

  test('one line has one space', () => {
    expect(oneLine(' Ana\u3000\u200b Petrova\u00a0\n')).toBe('Ana Petrova');
    expect(plainText('\u202aａｎａ１٢\u202c ')).toBe('ana12');
  });
});

test.each([
  ['abcd-efgh', 'ABCDEFGH'],
  ['ＡＢＣＤ　ＥＦＧＨ', 'ABCDEFGH'],
  ['ab\u200bcd\u2011efgh', 'ABCDEFGH'],
  ['\u202a123 456\u202c', '123456'],
  ['١٢٣٤٥٦', '123456'],
  ['۱۲۳-۴۵۶', '123456'],
  ['abcd\u00adefgh\ufeff', 'ABCDEFGH'],
  ['abcd–efgh.', 'ABCDEFGH'],
])('the code %j is %j', (typed, code) => expect(plainCode(typed)).toBe(code));

test.each([
  ['IBAN DE89 3704 0044 0532 0130 00', 'DE89370400440532013000'],
  ['IBAN: DE89-3704-0044-0532-0130-00', 'DE89370400440532013000'],
  ['iban de89370400440532013000', 'DE89370400440532013000'],
  ['IBANDE89370400440532013000', 'DE89370400440532013000'],
  ['IBAN No. NO93 8601 1117 947', 'NO9386011117947'],
  ['IBAN NO93 8601 1117 947', 'NO9386011117947'],
  ['DE89\u200b3704\u00ad0044\u00a00532\u202f0130\u206000', 'DE89370400440532013000'],
  ['\u202aGB29 NWBK 6016 1331 9268 19\u202c', 'GB29NWBK60161331926819'],
  ['ＧＢ２９ＮＷＢＫ６０１６１３３１９２６８１９', 'GB29NWBK60161331926819'],
  ['SA03 ٨٠٠٠ 0000 6080 1016 7519', 'SA0380000000608010167519'],
  ['DE89‑3704‑0044‑0532‑0130‑00', 'DE89370400440532013000'],
  ['\ufeffMT84 MALT 0110 0001 2345 MTLC AST0 01S\n', 'MT84MALT011000012345MTLCAST001S'],
  ['IBAN', 'IBAN'],
  ['BE68\u202f5390\u202f0754\u202f7034', 'BE68539007547034'],
  ['(IBAN) BE68-5390-0754-7034', 'BE68539007547034'],
  ['„DE89 3704 0044 0532 0130 00“,', 'DE89370400440532013000'],
  ['DE89_3704_0044_0532_0130_00;', 'DE89370400440532013000'],
  ['Sk26 8330 0000 0027 0089 0226', 'SK2683300000002700890226'],
  // Signs that stand in no number stay, so that it is refused.
  ['FI+4250001510=000023€', 'FI+4250001510=000023€'],
  ['MT84MALT011000012345MTLCAST001S', 'MT84MALT011000012345MTLCAST001S'],
])('the IBAN %j is %j', (typed, iban) => expect(plainIban(typed)).toBe(iban));

test.each([
  ['\u202a+976 8812 3456\u202c', '+976 8812 3456'],
  ['0097688123456', '+97688123456'],
  ['00 976 8812 3456', '+976 8812 3456'],
  ['(00976) 88123456', '+976 88123456'],
  ['＋９７６ ８８１２ ３４５６', '+976 8812 3456'],
  ['+٩٧٦ ٨٨١٢ ٣٤٥٦', '+976 8812 3456'],
  ['+۹۷۶ ۸۸۱۲ ۳۴۵۶', '+976 8812 3456'],
  ['tel:+97688123456', '+97688123456'],
  ['+44 (0)20 7946 0958', '+44 20 7946 0958'],
  ['+ 976 8812‑3456', '+976 8812-3456'],
  ['(+976) 8812 3456', '+976 8812 3456'],
  ['+976\u200b8812\u00a03456\u200e', '+9768812 3456'],
  ['8812 3456', '8812 3456'],
  ['Tel. +976 88123456', '+976 88123456'],
  ['☎ +976 88123456.', '+976 88123456'],
  ['whatsapp:+97688123456', '+97688123456'],
  ['https://wa.me/97688123456', '+97688123456'],
  ['++97688123456', '+97688123456'],
  ['Утас: 8812 3456,', '8812 3456'],
  ['+47 22·12·34·56', '+47 22 12 34 56'],
  ['+7 (8) 912 345-67-89', '+7 8 912 345-67-89'],
  // An extension is not part of the number. The caller refuses it.
  ['+1 201 555 0123 x12', '+1 201 555 0123 x12'],
  ['+82-10-1234-5678 (집)', '+82-10-1234-5678'],
  ['+84 912 345 678 [Zalo]', '+84 912 345 678'],
])('the phone %j is %j', (typed, phone) => expect(plainPhone(typed)).toBe(phone));

test.each([
  ['half an emoji at the end', 'well done \ud83d', 'well done '],
  ['half an emoji in front', '\ude00 hello', ' hello'],
  ['whole emoji', '👩\u200d👧 👍🏽', '👩\u200d👧 👍🏽'],
])('of %s only whole characters are sent', (_, typed, sent) => {
  expect(JSON.stringify({ texts: [{ typed }], n: 1 }, wholeCharacters)).toBe(
    JSON.stringify({ texts: [{ typed: sent }], n: 1 }),
  );
});
