import { tidyName } from '@tercet/contract/words.ts';
import { describe, expect, test } from 'vitest';
import { nameFault } from './real-name.ts';

describe('a real name', () => {
  test.each([
    ['Ana Petrova', 'Ana Petrova'],
    ['  Ana \u00a0  Petrova\t', 'Ana Petrova'],
    ['O\u2019Neill', "O'Neill"],
    ['Jean\u2010Luc', 'Jean-Luc'],
    ['Jose\u0301 Nun\u0303ez', 'José Nuñez'],
    ['\u202aAna\u200b Petrova\u202c', 'Ana Petrova'],
    ['Ana\u202ePetrova', 'AnaPetrova'],
    ['ＡＮＡ　Ｐｅｔｒｏｖａ', 'ANA Petrova'],
    ['ﾚｵﾅﾙﾄﾞ･ﾃﾞｨｶﾌﾟﾘｵ', 'レオナルド・ディカプリオ'],
    ['Col\u2022lell', 'Col·lell'],
    ['Anne\u2013Marie', 'Anne-Marie'],
    ['\ufeffPe\u00adter', 'Peter'],
    ['Thompson, Alice', 'Thompson Alice'],
    ['山田、太郎', '山田 太郎'],
    ['She\u2019Ree Thompson', "She'Ree Thompson"],
    ['אברהם בן\u05beדוד', 'אברהם בן-דוד'],
    ['Վարդան Մամիկոնեան\u058aՏեր', 'Վարդան Մամիկոնեան-Տեր'],
  ])('typed as %j is kept as %j', (typed, stored) => {
    expect(tidyName(typed)).toBe(stored);
    expect(nameFault(stored)).toBeNull();
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
    '瓦歷斯·諾幹',
    'レオナルド・ディカプリオ',
    'Maria Col·lell',
    "Gerard 't Hooft",
    "'t Hooft",
    'ʻIolani Luahine',
    'Muthu A/L Raman',
    'Siti Aminah @ Lim',
    'مهدی\u200cپور',
    '辻\u{e0100} 一郎',
    'Chloé Zoë Ñandú',
    'Þórður Guðmundsson',
    'Dvořák',
    'สุรศักดิ์',
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
    ['an address', 'ana@example.org'],
    ['a path', 'www/ana'],
    ['a dot in front', '·Ana'],
    ['nothing but invisible characters and one letter', 'A\u200b\u200b'],
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
