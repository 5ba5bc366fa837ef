import { inSlices } from '../process/time-slicing.ts';
import { withoutWordSigns } from '../word-signs.ts';

/** Invisible characters, which could split a word. */
const UNSEEN = /\p{Default_Ignorable_Code_Point}/gu;
const ACCENTS = /[\u0300-\u036f]/g;

/** Prefixes of words in scripts that separate words. */
const BEGINNINGS = [
  ...['sexo', 'sexual', 'sexy', 'sexwork', 'erotic', 'erotik', 'porn', 'prostitut', 'escort', 'nude', 'naked'],
  ...['sensual', 'fetish', 'bdsm', 'orgasm', 'hooker', 'call girl', 'callgirl', 'happy ending', 'gfe', 'xxx'],
  ...['girlfriend experience', 'boyfriend experience', 'adult service', 'adult entertain', 'intimate service'],
  ...['desnud', 'mai dam', 'tinh duc', 'khieu dam', 'lucah', 'pelacur'],
  ...['секс', 'эрот', 'эскорт', 'интим', 'порн', 'простит', 'бэлгийн үйлчилгээ', 'биеэ үнэл'],
  ...['սեքս', 'էրոտ', 'պոռն', 'إباح', 'اباح', 'دعارة', 'جنسي ', 'خدمات جنسية'],
];
/** Whole words only: as prefixes they would match harmless words. */
const WHOLE = ['sex', 'sexes', 'seks'];
/** Substrings for scripts that do not separate words. */
const ANYWHERE = [
  '섹스',
  '성매매',
  '에로',
  '야동',
  'セックス',
  'エロ',
  '風俗',
  '援交',
  '色情',
  '性服務',
  '性交易',
  '裸',
];
const ANYWHERE_THAI = ['เซ็กซ์', 'เซ็กส์', 'โสเภณี', 'ขายบริการทางเพศ'];

const PARTED = new RegExp(
  `(?<![\\p{L}\\p{N}])(?:(?:${BEGINNINGS.map(plain).join('|')})|(?:${WHOLE.join('|')})(?![\\p{L}\\p{N}]))`,
  'u',
);
const UNPARTED = [...ANYWHERE, ...ANYWHERE_THAI].map(plain);

/**
 * True if a text names, offers or hints at sexual services. It supports the staff review, which precedes publication
 * and decides.
 */
export function hasSexualWords(typed: string): boolean {
  const text = plain(typed);
  return PARTED.test(text) || UNPARTED.some((word) => text.includes(word));
}

/** True if any text does. Runs in slices, so that other requests are served in between. */
export function anyHasSexualWords(texts: readonly string[]): Promise<boolean> {
  return inSlices(looking(texts));
}

function* looking(texts: readonly string[]): Generator<void, boolean> {
  for (const text of texts) {
    if (hasSexualWords(text)) return true;
    yield;
  }
  return false;
}

/** Lower case without accents. Signs between single letters, as in `s.e.x`, are dropped. */
function plain(text: string): string {
  return withoutWordSigns(text)
    .normalize('NFKC')
    .replaceAll(UNSEEN, '')
    .toLowerCase()
    .normalize('NFD')
    .replaceAll(ACCENTS, '')
    .normalize('NFC')
    .replaceAll(/(?<![\p{L}\p{N}])\p{L}(?:[.\-_*\s]\p{L})+(?![\p{L}\p{N}])/gu, (parted) =>
      parted.replaceAll(/[.\-_*\s]/g, ''),
    );
}
