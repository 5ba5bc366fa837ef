/**
 * A name as names are compared: however wide, composed, large, spaced, dotted or ordered it is written (NFKD, case
 * folded, without accents and signs, its words in one order). Documents put the family name first or last, by country,
 * and their machine-readable lines have no accents. Marks that are vowels, as in Thai or Arabic, stay.
 */
export function foldName(name: string): string {
  // By capitals, so that ß is ss as well.
  const folded = name.normalize('NFKC').toUpperCase().toLowerCase().normalize('NFKD').replaceAll(ACCENTS, '');
  const words = folded
    .replaceAll(/['’ʼ`´]/g, '')
    .split(/[^\p{L}\p{M}\p{N}]+/u)
    .filter(Boolean);
  return words.sort().join('');
}

const ACCENTS = /[\u0300-\u036f]/g;

/** Whether two names are one. */
export function isSameRealName(a: string, b: string): boolean {
  return foldName(a) === foldName(b);
}
