/** Spellings of one name that documents, banks and people use in place of each other. Words are in small letters. */

/** Short forms of Bangladesh, Malaysia and Indonesia, and the spellings of the full name in Latin letters. */
const MUHAMMAD = /^(?:md|mhd|mohd|muhd|m[ou]ham+[aeiou]d)$/;
/** Printed on identity cards of Spain, Mexico and the Philippines. Ma is a family name of China, too. */
const MARIA = /^(?:ma|mª)$/;
const DAUGHTER_OF = /^(?:bt|bte|bint|binte)$/;
const SON_OF = /^(?:ibn|ben|bn)$/;
const ARTICLE = /^[aeu][dlnrstz]$/;
const SERVANT_OF = /^abd[aeou]?[dlnrstz]$/;
/** Servant of, with an article that is an L or the letter behind it twice: Abdulrahman, Abdurrahman, Abderrahman. */
const JOINED_SERVANT_OF = /^abd[aeou](?:l|([dnrstz])(?=\1))(?=.{4})/;
/** "Of Dorj" in Mongolian, where the passport has Dorj. */
const PATRONYMIC = /(?:(?<=[^аеёиоуыэюяөү])(?:ийн|ын)|гийн)$/;
/** Written before Thai names with a space or without one: Mr, Miss, Mrs. */
const THAI_TITLE = /^(?:นางสาว|นาย|นาง)(?=[ก-ฮเ-ไ].)/;
const HIRAGANA = /[\u3041-\u3096]/gu;
/** Banks of Japan print small kana as large ones. Han letters: forms that registers and banks use for each other. */
const DRAWN_ALIKE: Readonly<Record<string, string>> = {
  ...{ ァ: 'ア', ィ: 'イ', ゥ: 'ウ', ェ: 'エ', ォ: 'オ', ッ: 'ツ', ャ: 'ヤ', ュ: 'ユ', ョ: 'ヨ', ヮ: 'ワ' },
  ...{
    髙: '高',
    﨑: '崎',
    𠮷: '吉',
    邉: '辺',
    邊: '辺',
    濵: '浜',
    濱: '浜',
    德: '徳',
    曾: '曽',
    齋: '斉',
    斎: '斉',
    齊: '斉',
  },
  ...{
    澤: '沢',
    廣: '広',
    國: '国',
    櫻: '桜',
    龍: '竜',
    瀧: '滝',
    眞: '真',
    惠: '恵',
    榮: '栄',
    條: '条',
    淵: '渕',
    萬: '万',
  },
  ...{
    實: '実',
    壽: '寿',
    圓: '円',
    應: '応',
    學: '学',
    黑: '黒',
    增: '増',
    淺: '浅',
    會: '会',
    鐵: '鉄',
    槇: '槙',
    凛: '凜',
  },
  ...{
    遙: '遥',
    巖: '巌',
    彌: '弥',
    將: '将',
    晉: '晋',
    爲: '為',
    藏: '蔵',
    豐: '豊',
    賴: '頼',
    靜: '静',
    顯: '顕',
    龜: '亀',
  },
  ...{ 冨: '富', 關: '関', 鹽: '塩', 舘: '館', 莊: '荘', 蘆: '芦', 穗: '穂', 與: '与', 寬: '寛', 佛: '仏' },
};

/** The words of a name, each in one of the spellings that mean the same. There may be fewer of them. */
export function oneSpelling(words: readonly string[]): string[] {
  const alike = words.map((word, place) => aliasOf(word, place, words.length));
  return joinServants(alike);
}

function aliasOf(word: string, place: number, count: number): string {
  const [isInside, isLast] = [place > 0 && place < count - 1, place === count - 1];
  if (isInside && SON_OF.test(word)) return 'bin';
  if (isInside && DAUGHTER_OF.test(word)) return 'binti';
  if (!isLast && word === 'el') return 'al';
  if (count > 1 && MUHAMMAD.test(word)) return 'muhammad';
  // With two words it may be a family name: Ma Ying is no Maria Ying.
  if (count > 2 && MARIA.test(word)) return 'maria';
  const bare = place === 0 ? word.replace(THAI_TITLE, '') : word;
  const father = isLast ? bare : bare.replace(PATRONYMIC, '');
  return Array.from(father.replaceAll(HIRAGANA, inKatakana), drawn).join('');
}

function drawn(char: string): string {
  return DRAWN_ALIKE[char] ?? char;
}

/** Abd al Rahman, Abdul Rahman, Abdel-Rahman and Abdurrahman as one word. */
function joinServants(words: readonly string[]): string[] {
  const joined: string[] = [];
  for (let at = 0; at < words.length; at += 1) {
    const word = words[at] as string;
    const skipped = word === 'abd' && ARTICLE.test(words[at + 1] ?? '') ? 2 : 1;
    const name = words[at + skipped];
    if (name !== undefined && (skipped === 2 || SERVANT_OF.test(word))) {
      joined.push(`abdul${name}`);
      at += skipped;
    } else joined.push(word.replace(JOINED_SERVANT_OF, 'abdul'));
  }
  return joined;
}

/** Katakana stand 96 places behind the hiragana of the same sound. */
function inKatakana(char: string): string {
  return String.fromCodePoint((char.codePointAt(0) ?? 0) + 96);
}
