/** Marks that keyboards and programs put in place of each other. */
const APOSTROPHES =
  /[`´\u02b9-\u02bf\u02c8\u02ca\u02cb\u02ee\u055a\u05f3\u2018-\u201b\u2032\u2035\ua78b\ua78c\uff07]/gu;
const QUOTES = /[\u201c-\u201f\u2033\u05f4]/gu;
const HYPHENS = /[\u2010-\u2015\u2212]/gu;
const DOTS = /[\u2022\u2027\u2219\u22c5\u30fb\uff65]/gu;
/** Vowels of Arabic, and the stretching of its letters, which are left out as often as not; and those of Hebrew. */
const ARABIC_VOWELS = /[\u0610-\u061a\u064b-\u065f\u0670\u06d6-\u06dc\u06df-\u06e8\u06ea-\u06ed\u0640]/gu;
const HEBREW_VOWELS = /[\u0591-\u05bd\u05bf\u05c1\u05c2\u05c4\u05c5\u05c7]/gu;

/** Apostrophes, quotes, hyphens and dots of every kind as one of each. */
export function plainMarks(text: string): string {
  return text.replaceAll(APOSTROPHES, "'").replaceAll(QUOTES, '"').replaceAll(HYPHENS, '-').replaceAll(DOTS, '·');
}

export function withoutVowels(text: string): string {
  return text.replaceAll(ARABIC_VOWELS, '').replaceAll(HEBREW_VOWELS, '');
}
