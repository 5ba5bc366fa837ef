import { describe, expect, test } from 'vitest';
import { nameLikeness } from './likeness.ts';
import { nameKeys } from './names.ts';

/** What a member types, and what a document's machine-readable zone, a bank or a card has. */
const SAME = [
  ['Ana Petrova', 'ANA  PETROVA'],
  ['Ana Petrova', '\u00a0ana\tpetrova '],
  ['Ana Petrova', 'Petrova Ana'],
  ['Ana Petrova', 'ANAPETROVA'],
  ['Ana Petrova.', 'Ana-Petrova'],
  ['ＡＮＡ Petrova', 'Ana Petrova'],
  ['Ana\u200b Petrova', '\u202aAna Petrova\u202c'],
  ['Ana Petrova', 'MRS ANA PETROVA'],
  ['José Ángel', 'JOSE\u0301 A\u0301NGEL'],
  ['José García López', 'GARCIA LOPEZ<<JOSE'],
  ['Miguel Ángel', 'MIGUELANGEL'],
  ['Anne-Marie O’Neil', 'ANNE MARIE ONEIL'],
  ['Sean O\u2018Neil', "O'NEIL SEAN"],
  ['Đỗ Văn Đức', 'DO VAN DUC'],
  ['Đỗ Văn Đức', 'Đỗ Văn Đức'.normalize('NFD')],
  ['Nguyễn Thị Ánh', 'NGUYEN THI ANH'],
  ['Jürgen Müller', 'JUERGEN MUELLER'],
  ['Jürgen Müller', 'JURGEN MULLER'],
  ['Jürgen Müller', 'MUXXLLER JUXXRGEN'],
  ['Jürgen Müller', 'JURGEN MUELLER'],
  ['Mueller', 'MULLER'],
  ['Weiß', 'WEISS'],
  ['Weiss', 'WEIẞ'],
  ['Söder', 'SOEDER'],
  ['Søren Kjærgård', 'SOEREN KJAERGAARD'],
  ['Søren Kjærgård', 'SOREN KJAERGARD'],
  ['Þórður', 'THORDUR'],
  ['Guðmundsdóttir', 'GUDMUNDSDOTTIR'],
  ['Łukasz Wałęsa', 'LUKASZ WALESA'],
  ['Muñoz', 'MUNOZ'],
  ['Muñoz', 'MUNXXOZ'],
  ['Đoković', 'DOKOVIC'],
  ['Đoković', 'DJOKOVIC'],
  ['Gülşen İnci Yıldırım', 'GULSEN INCI YILDIRIM'],
  ['Gül', 'GUEL'],
  ['Œuvrard', 'OEUVRARD'],
  ['Maria Col·lell', 'MARIA COLLELL'],
  ['Maria Col\u0140ell', 'MARIA COLLELL'],
  ['Əliyev', 'ELIYEV'],
  ['瓦歷斯·諾幹', '瓦歷斯・諾幹'],
  ['レオナルド・ディカプリオ', 'ﾚｵﾅﾙﾄﾞ ﾃﾞｨｶﾌﾟﾘｵ'],
  ['김민준', '김민준'.normalize('NFD')],
  ['KIM MIN-JUN', 'MINJUN KIM'],
  ['KIM JAE WON', 'KIM JAEWON'],
  ['Бат-Эрдэнэ', 'BAT ERDENE'],
  ['Мөнхбат', 'MUNKHBAT'],
  ['Доржийн Цэцэгмаа', 'DORJIIN TSETSEGMAA'],
  ['Отгонбаяр', 'OTGONBAYAR'],
  ['Эмомалӣ Раҳмон', 'EMOMALI RAHMON'],
  ['Ғафуров', 'GHAFUROV'],
  ['Ҷамшед', 'JAMSHED'],
  ['Дмитрий Соловьёв', 'DMITRII SOLOVEV'],
  ['Дмитрий', 'DMITRY'],
  ['Юлия', 'IULIIA'],
  ['Юлия', 'YULIYA'],
  ['Евгений', 'YEVGENIY'],
  ['Григорій Щербак', 'HRYHORII SHCHERBAK'],
  ['Ђорђевић', 'DJORDJEVIC'],
  ['Հովհաննիսյան', 'HOVHANNISYAN'],
  ['Գևորգ', 'GEVORG'],
  ['Հարությունյան', 'HARUTYUNYAN'],
  ['Ευάγγελος Παπαδόπουλος', 'PAPADOPOULOS EVANGELOS'],
  ['Οδυσσεύς', 'ΟΔΥΣΣΕΎΣ'],
  ['ابو بكر محمد بن زكريا الرازي', 'ABW BKR MXHMD BN ZKRYA ALRAZY'],
  ['مُحَمَّد', 'محمد'],
  ['علی', 'علي'],
] as const;

const DIFFERENT = [
  ['Ana Petrova', 'Anna Petrova'],
  ['Ana Petrova', 'Ana Petrov'],
  ['Ana Ana Petrova', 'Ana Petrova'],
  ['Michael Novák', 'Michal Novák'],
  ['Rafael Nowak', 'Rafał Nowak'],
  ['Joe Smith', 'Jo Smith'],
  ['Zoe Hill', 'Zo Hill'],
  ['Samuel', 'Samul'],
  ['Sara', 'Saara'],
  ['Nguyễn Văn An', 'Nguyễn Thị An'],
  ['José', 'Josué'],
  ['John Smith', 'J Smith'],
  ['Đức', 'Tức'],
  ['Гончар', 'KONCHAR'],
  ['Өлзий', 'ALZII'],
  ['علي', 'عمر'],
  ['王小明', 'WANG XIAOMING'],
  ['김민준', 'KIM MINJUN'],
  ['レオナルド', 'LEONARDO'],
  ['がき', 'かき'],
  ['', ''],
  ['·', '-'],
  ['', 'Ana'],
] as const;

describe('names', () => {
  test.each(SAME)('%j and %j are one', (a, b) => {
    expect(nameLikeness(a, b)).toBe('same');
    expect(nameLikeness(b, a)).toBe('same');
  });

  test.each(DIFFERENT)('%j and %j are two', (a, b) => {
    expect(nameLikeness(a, b)).not.toBe('same');
    expect(nameLikeness(b, a)).not.toBe('same');
  });

  test('a name has few keys, and a long text none', () => {
    expect(nameKeys('Đỗ Văn Đức').length).toBeLessThan(8);
    expect(nameKeys('Дмитрий Соловьёв').length).toBeLessThan(24);
    expect(nameKeys('a'.repeat(201))).toEqual([]);
  });
});
