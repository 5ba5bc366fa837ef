import { inSlices } from '../process/in-slices.ts';
import { withoutWordSigns } from '../word-signs.ts';

/** Letters that nobody sees, which would part what is looked for. */
const UNSEEN = /\p{Default_Ignorable_Code_Point}/gu;
const ACCENTS = /[\u0300-\u036f]/g;

/** In scripts that part words: how such a word begins. */
const BEGINNINGS = [
  ...['sexo', 'sexual', 'sexy', 'sexwork', 'erotic', 'erotik', 'porn', 'prostitut', 'escort', 'nude', 'naked'],
  ...['sensual', 'fetish', 'bdsm', 'orgasm', 'hooker', 'call girl', 'callgirl', 'happy ending', 'gfe', 'xxx'],
  ...['girlfriend experience', 'boyfriend experience', 'adult service', 'adult entertain', 'intimate service'],
  ...['desnud', 'mai dam', 'tinh duc', 'khieu dam', 'lucah', 'pelacur'],
  ...['секс', 'эрот', 'эскорт', 'интим', 'порн', 'простит', 'бэлгийн үйлчилгээ', 'биеэ үнэл'],
  ...['սեքս', 'էրոտ', 'պոռն', 'إباح', 'اباح', 'دعارة', 'جنسي ', 'خدمات جنسية'],
];
/** Words of their own that begin others which are none of it. */
const WHOLE = ['sex', 'sexes', 'seks'];
/** In scripts that part none. */
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
 * Whether words list, offer or hint at what the house never does. A net under the person who looks at them before
 * anybody else does, no judge in that person's place.
 */
export function hasSexualWords(typed: string): boolean {
  const text = plain(typed);
  return PARTED.test(text) || UNPARTED.some((word) => text.includes(word));
}

/** Whether any of these texts has; other requests are served in between. */
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

/** Small letters without accents; signs between single letters, as in `s.e.x`, are left out. */
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
