/**
 * Spellings of names in A to Z, as machine-readable zones of documents (ICAO 9303 part 3, section 6), passports and
 * banks have them. Texts are in small letters.
 */

/** Letters that have no accent to drop; the same in every spelling. */
const LETTERS: Readonly<Record<string, string>> = {
  ...{ đ: 'd', ð: 'd', ħ: 'h', ı: 'i', ĸ: 'q', ł: 'l', ŋ: 'n', ŧ: 't', þ: 'th', ß: 'ss', æ: 'ae', œ: 'oe', ø: 'o' },
  ...{ ə: 'e', ǝ: 'e', ƙ: 'k', ɓ: 'b', ɗ: 'd', ƴ: 'y', ɖ: 'd', ɛ: 'e', ɔ: 'o', ɣ: 'g', ɩ: 'i', ʋ: 'v', ƒ: 'f' },
  // Keyboards of Arabic, Persian and Urdu have letters of their own for the same sound.
  ...{ أ: 'ا', إ: 'ا', آ: 'ا', ٱ: 'ا', ى: 'ي', ی: 'ي', ک: 'ك', ة: 'ه' },
};

/** What documents write for letters whose accent banks drop. */
const SPELLED_OUT: Readonly<Record<string, string>> = { ä: 'ae', ö: 'oe', ü: 'ue', ø: 'oe', å: 'aa', ǿ: 'oe', ǻ: 'aa' };
/** What passports of some countries write besides. */
const SPELLED_NATIONALLY: Readonly<Record<string, string>> = { ...SPELLED_OUT, đ: 'dj' };

const ACCENTS = /[\u0300-\u036f]/g;
const CYRILLIC = /\p{Script=Cyrillic}/u;
const GREEK = /\p{Script=Greek}/u;
const ARMENIAN = /\p{Script=Armenian}/u;
const ARABIC = /\p{Script=Arabic}/u;

/**
 * How a word in small letters (NFC) may be written with a to z: without its accents, spelled out, and by the tables of
 * its script. A word of a script without a table is left as it is: how it sounds, its letters do not say.
 */
export function latinOf(word: string): string[] {
  if (CYRILLIC.test(word)) return cyrillic(word).map(plainLetters);
  if (GREEK.test(word)) return [plainLetters(greek(word))];
  if (ARMENIAN.test(word)) return armenian(word);
  if (ARABIC.test(word)) return [ARABIC_TABLE, { ...ARABIC_TABLE, ة: 'xta' }].map((table) => byTable(word, table));
  return [
    plainLetters(word),
    plainLetters(byTable(word, SPELLED_OUT)),
    plainLetters(byTable(word, SPELLED_NATIONALLY)),
  ];
}

/** Letters without their accents, and those of a to z for letters that are none. */
export function plainLetters(word: string): string {
  const bare = word.normalize('NFD').replaceAll(ACCENTS, '').normalize('NFC');
  return byTable(bare, LETTERS);
}

function byTable(word: string, table: Readonly<Record<string, string>>): string {
  return Array.from(word, (char) => table[char] ?? char).join('');
}

/** ICAO 9303 part 3, table 6.B; letters of Mongolian and Tajik as their passports have them. */
const CYRILLIC_ICAO: Readonly<Record<string, string>> = {
  ...{
    а: 'a',
    б: 'b',
    в: 'v',
    г: 'g',
    д: 'd',
    е: 'e',
    ё: 'e',
    ж: 'zh',
    з: 'z',
    и: 'i',
    й: 'i',
    к: 'k',
    л: 'l',
    м: 'm',
  },
  ...{ н: 'n', о: 'o', п: 'p', р: 'r', с: 's', т: 't', у: 'u', ф: 'f', х: 'kh', ц: 'ts', ч: 'ch', ш: 'sh', щ: 'shch' },
  ...{ ъ: 'ie', ы: 'y', ь: '', э: 'e', ю: 'iu', я: 'ia', ѣ: 'ie', ѳ: 'f', ѵ: 'y', ѫ: 'u', і: 'i', ї: 'i', є: 'ie' },
  ...{ ґ: 'g', ў: 'u', ђ: 'd', ј: 'j', љ: 'lj', њ: 'nj', ћ: 'c', џ: 'dz', ѕ: 'dz', ѓ: 'g', ќ: 'k', ө: 'o', ү: 'u' },
  ...{ ұ: 'u', ғ: 'g', қ: 'k', ҳ: 'h', ҷ: 'j', ӣ: 'i', ӯ: 'u', ә: 'a', ң: 'n', һ: 'h', җ: 'j' },
};
/** As Tajik, Kyrgyz and older Russian passports write. */
const BY_SOUND = { ...CYRILLIC_ICAO, ё: 'yo', й: 'y', ю: 'yu', я: 'ya', ъ: '', є: 'ye', ї: 'yi', ғ: 'gh', қ: 'q' };
const MONGOLIAN = { ...BY_SOUND, ж: 'j', й: 'i', ө: 'u' };
/** Resolution 55 of the Ukrainian government; some vowels are others at the beginning of a word. */
const UKRAINIAN = { ...CYRILLIC_ICAO, г: 'h', и: 'y' };
const SERBIAN = {
  ...CYRILLIC_ICAO,
  ...{ ж: 'z', х: 'h', ц: 'c', ч: 'c', ш: 's', ђ: 'dj' },
};

/** How the passports of the countries with Cyrillic letters spell a word. */
function cyrillic(word: string): string[] {
  return [
    byTable(word, CYRILLIC_ICAO),
    byTable(word, BY_SOUND),
    byTable(word.replace(/^е|(?<=[ьъаеёиоуыэюя])е/g, 'ye'), BY_SOUND),
    byTable(word.replace(/[иы]й$/, 'y'), BY_SOUND),
    byTable(word, MONGOLIAN),
    byTable(word, { ...MONGOLIAN, ь: 'i' }),
    byTable(word, { ...MONGOLIAN, ө: 'o' }),
    byTable(
      word.replace(/^й/, 'y').replace(/^ю/, 'yu').replace(/^я/, 'ya').replace(/^є/, 'ye').replace(/^ї/, 'yi'),
      UKRAINIAN,
    ),
    byTable(word, { ...UKRAINIAN, и: 'i', ё: 'io' }),
    byTable(word, SERBIAN),
    byTable(word, { ...SERBIAN, ђ: 'd' }),
    byTable(word, { ...BY_SOUND, щ: 'sht', ъ: 'a', ь: 'y', х: 'h' }),
  ];
}

/** ICAO 9303 part 3, table 6.C: consonants and long vowels, as a machine-readable zone has them. */
const ARABIC_TABLE: Readonly<Record<string, string>> = {
  ...{ ء: 'xe', آ: 'xaa', أ: 'xae', ؤ: 'u', إ: 'i', ئ: 'xi', ا: 'a', ب: 'b', ة: 'xah', ت: 't', ث: 'xth', ج: 'j' },
  ...{ ح: 'xh', خ: 'xkh', د: 'd', ذ: 'xdh', ر: 'r', ز: 'z', س: 's', ش: 'xsh', ص: 'xss', ض: 'xdz', ط: 'xtt', ظ: 'xzz' },
  ...{ ع: 'e', غ: 'g', ف: 'f', ق: 'q', ك: 'k', ل: 'l', م: 'm', ن: 'n', ه: 'h', و: 'w', ى: 'xay', ي: 'y', ٱ: 'xxa' },
  ...{ ٹ: 'xxt', پ: 'p', چ: 'xc', ڈ: 'xxd', ڑ: 'xxr', ژ: 'xj', ک: 'xkk', گ: 'xgg', ں: 'xnn', ھ: 'xdo', ہ: 'xxg' },
  ...{ ی: 'xya', ے: 'xyb' },
};

/** ELOT 743, which is ISO 843: pairs of letters first. */
const GREEK_PAIRS: readonly (readonly [RegExp, string])[] = [
  [/ο[υύ]/g, 'ou'],
  [/(?<=[αεη])[υύ](?=[βγδζλμνραεηιοωάέήίόώ])/g, 'v'],
  [/(?<=[αεηάέή])[υύ](?=[θκξπσςτφχψ]|$)/g, 'f'],
  [/(?<=[αεηάέή])[υύ]/g, 'v'],
  [/γγ/g, 'ng'],
  [/γξ/g, 'nx'],
  [/γχ/g, 'nch'],
  [/^μπ|μπ$/g, 'b'],
];
const GREEK_TABLE: Readonly<Record<string, string>> = {
  ...{
    α: 'a',
    β: 'v',
    γ: 'g',
    δ: 'd',
    ε: 'e',
    ζ: 'z',
    η: 'i',
    θ: 'th',
    ι: 'i',
    κ: 'k',
    λ: 'l',
    μ: 'm',
    ν: 'n',
    ξ: 'x',
  },
  ...{ ο: 'o', π: 'p', ρ: 'r', σ: 's', ς: 's', τ: 't', υ: 'y', φ: 'f', χ: 'ch', ψ: 'ps', ω: 'o' },
};

function greek(word: string): string {
  const paired = GREEK_PAIRS.reduce((text, [pair, latin]) => text.replaceAll(pair, latin), word);
  return byTable(paired.normalize('NFD').replaceAll(ACCENTS, '').normalize('NFC'), GREEK_TABLE);
}

const ARMENIAN_TABLE: Readonly<Record<string, string>> = {
  ...{ ա: 'a', բ: 'b', գ: 'g', դ: 'd', ե: 'e', զ: 'z', է: 'e', ը: 'y', թ: 't', ժ: 'zh', ի: 'i', լ: 'l', խ: 'kh' },
  ...{ ծ: 'ts', կ: 'k', հ: 'h', ձ: 'dz', ղ: 'gh', ճ: 'ch', մ: 'm', յ: 'y', ն: 'n', շ: 'sh', ո: 'o', չ: 'ch', պ: 'p' },
  ...{ ջ: 'j', ռ: 'r', ս: 's', վ: 'v', տ: 't', ր: 'r', ց: 'ts', ւ: 'v', փ: 'p', ք: 'k', օ: 'o', ֆ: 'f' },
};

/** As passports of Armenia write: YE and VO at the beginning, EV or YEV; and letter by letter. */
function armenian(word: string): string[] {
  const text = word.replaceAll('և', 'եւ').replaceAll('ու', 'u');
  const begun = text.replace(/^ե/, 'ye').replace(/^ո/, 'vo');
  return [text, begun, begun.replaceAll('եւ', 'yev')].map((one) => byTable(one, ARMENIAN_TABLE));
}
