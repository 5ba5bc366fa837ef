import { expect, test } from 'vitest';
import { hasWords } from './search.ts';

test.each([
  ['Côte d’Ivoire +225', 'cote'],
  ['Côte d’Ivoire +225', 'ＣＯＴＥ +225'],
  ['Österreich', 'osterreich'],
  ['Österreich', 'oesterreich'],
  ['Đan Mạch', 'dan mach'],
  ['Việt Nam', 'VIỆT'.normalize('NFD')],
  ['Åland', 'aaland'],
  ['Türkiye', 'tuerkiye'],
  ['Malta', '\u200bmalta\u202c'],
  ['ประเทศไทย', 'ไทย'],
  ['ﾓﾝｺﾞﾙ', 'モンゴル'],
  ['الإمارات', 'الامارات'],
  ['+976', '+٩٧٦'],
  ['Côte d’Ivoire', "cote d'ivoire"],
  ['Côte d’Ivoire', 'COTE D´IVOIRE'],
  ['Timor-Leste', 'timor‑leste'],
  ['Credit “Agricole”', '"agricole"'],
  ['السعودية', 'السَّعُودِيّة'],
  ['فلسطين', 'فـلـسـطـيـن'],
  ['ישראל', 'יִשְׂרָאֵל'],
  ['대한민국', '대한'.normalize('NFD')],
  ['Ελλάς', 'ΕΛΛΑΣ'],
  ['Өдөр бүр', 'одор бур'],
  ['Ҷамшед', 'чамшед'],
  ['ニュージーランド', 'ﾆｭｰｼﾞ'],
])('%s is found by %s', (text, typed) => expect(hasWords(text, typed)).toBe(true));

test.each([
  ['Malta', 'maltese'],
  ['Österreich', 'astreich'],
  ['ไทย', 'ทัย'],
  ['Mongolia +976', '+977'],
  ['モンコル', 'モンゴル'],
])('%s is not found by %s', (text, typed) => expect(hasWords(text, typed)).toBe(false));
