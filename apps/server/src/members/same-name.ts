/**
 * A name as names are compared: however wide, composed, large, spaced or ordered it is written (NFKC, case folded, its
 * words in one order). Documents put the family name first or last, by country.
 */
export function foldName(name: string): string {
  // By capitals, so that ß is ss as well.
  const folded = name.normalize('NFKC').toUpperCase().toLowerCase().normalize('NFKC');
  return folded.split(/\s+/).filter(Boolean).sort().join(' ');
}

/** Whether two names are one. */
export function isSameRealName(a: string, b: string): boolean {
  return foldName(a) === foldName(b);
}
