/** A font file of one weight. */
export type Face = keyof typeof FACES;
export type Weight = 400 | 700;

/** Package and subset of each font. Together they cover all letters of the club's languages. */
const FACES = {
  latin: ['noto-sans', 'latin'],
  latinMore: ['noto-sans', 'latin-ext'],
  vietnamese: ['noto-sans', 'vietnamese'],
  cyrillic: ['noto-sans', 'cyrillic'],
  cyrillicMore: ['noto-sans', 'cyrillic-ext'],
  greek: ['noto-sans', 'greek'],
  armenian: ['noto-sans-armenian', 'armenian'],
  /**
   * Amiri has one glyph per letter, lam-alef included. With fonts of partial letters or ligatures, copied text is
   * wrong.
   */
  arabic: ['amiri', 'arabic'],
  thai: ['noto-sans-thai', 'thai'],
  korean: ['noto-sans-kr', 'korean'],
  japanese: ['noto-sans-jp', 'japanese'],
  chinese: ['noto-sans-tc', 'chinese-traditional'],
} as const;
const WEIGHTS: readonly Weight[] = [400, 700];

/** A font's file below `node_modules`. */
export function fontFile(face: Face, weight: Weight): string {
  const [name, part] = FACES[face];
  return `@fontsource/${name}/files/${name}-${part}-${weight}-normal.woff`;
}

/** All font files that the server reads, below `node_modules`. An image needs no others. */
export function allFontFiles(): string[] {
  return (Object.keys(FACES) as Face[]).flatMap((face) => WEIGHTS.map((weight) => fontFile(face, weight)));
}
