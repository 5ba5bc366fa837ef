import type { CityPlan } from '@tercet/server/directory/cities.ts';
import type { LanguageCode } from '@tercet/server/languages.ts';

type Words = Record<LanguageCode, string>;

interface CitySketch {
  slug: string;
  names: Words;
  tier: CityPlan['tier'];
  latitude: number;
  longitude: number;
}

/** Cities of the play house, real ones, by slug. */
const SKETCHES: readonly CitySketch[] = [
  {
    ...{ slug: 'ulaanbaatar', tier: 1, latitude: 47.9184, longitude: 106.9177 },
    names: {
      ...{
        mn: 'Улаанбаатар',
        tg: 'Улонботор',
        ar: 'أولان باتور',
        ko: '울란바토르',
        en: 'Ulaanbaatar',
        es: 'Ulán Bator',
      },
      ...{ hy: 'Ուլան Բատոր', vi: 'Ulan Bator', ms: 'Ulaanbaatar', th: 'อูลานบาตอร์', 'zh-Hant': '烏蘭巴托' },
      ja: 'ウランバートル',
    },
  },
  {
    ...{ slug: 'darkhan', tier: 2, latitude: 49.4867, longitude: 105.9228 },
    names: {
      ...{ mn: 'Дархан', tg: 'Дархан', ar: 'دارخان', ko: '다르항', en: 'Darkhan', es: 'Darján', hy: 'Դարխան' },
      ...{ vi: 'Darkhan', ms: 'Darkhan', th: 'ดาร์คาน', 'zh-Hant': '達爾汗', ja: 'ダルハン' },
    },
  },
  {
    ...{ slug: 'erdenet', tier: 2, latitude: 49.0333, longitude: 104.0833 },
    names: {
      ...{ mn: 'Эрдэнэт', tg: 'Эрдэнэт', ar: 'إردنت', ko: '에르데네트', en: 'Erdenet', es: 'Erdenet', hy: 'Էրդենեթ' },
      ...{ vi: 'Erdenet', ms: 'Erdenet', th: 'เออร์เดเนต', 'zh-Hant': '額爾登特', ja: 'エルデネト' },
    },
  },
  {
    ...{ slug: 'khovd', tier: 3, latitude: 48.0056, longitude: 91.6419 },
    names: {
      ...{ mn: 'Ховд', tg: 'Ховд', ar: 'خوفد', ko: '호브드', en: 'Khovd', es: 'Jovd', hy: 'Խովդ', vi: 'Khovd' },
      ...{ ms: 'Khovd', th: 'คอฟด์', 'zh-Hant': '科布多', ja: 'ホブド' },
    },
  },
  {
    ...{ slug: 'moron', tier: 3, latitude: 49.6342, longitude: 100.1625 },
    names: {
      ...{ mn: 'Мөрөн', tg: 'Мурэн', ar: 'مورون', ko: '무릉', en: 'Mörön', es: 'Mörön', hy: 'Մյորյոն', vi: 'Mörön' },
      ...{ ms: 'Mörön', th: 'เมอเริน', 'zh-Hant': '木倫', ja: 'ムルン' },
    },
  },
  {
    ...{ slug: 'dalanzadgad', tier: 3, latitude: 43.5708, longitude: 104.425 },
    names: {
      ...{ mn: 'Даланзадгад', tg: 'Даланзадгад', ar: 'دالانزادغاد', ko: '달란자드가드', en: 'Dalanzadgad' },
      ...{ es: 'Dalanzadgad', hy: 'Դալանզադգադ', vi: 'Dalanzadgad', ms: 'Dalanzadgad', th: 'ดาลันซัดกัด' },
      ...{ 'zh-Hant': '達蘭扎達嘎德', ja: 'ダランザドガド' },
    },
  },
];

export const CITIES: readonly { slug: string; plan: CityPlan }[] = SKETCHES.map(({ slug, names, ...place }) => ({
  slug,
  plan: {
    ...place,
    country: 'MN',
    texts: Object.fromEntries(Object.entries(names).map(([code, name]) => [code, { name }])),
  },
}));
