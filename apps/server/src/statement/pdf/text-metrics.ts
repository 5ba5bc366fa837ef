import { breakable, mirrored, type Run, runsOf } from './bidi-runs.ts';
import type { PrintDocument } from './document.ts';
import type { Face, Weight } from './font-files.ts';
import { fontOf, secondFontOf } from './fonts.ts';

export interface TextStyle {
  /** Distance of the box from the side where lines begin. */
  x: number;
  /** Baseline of the first line, from the top of the page. */
  y: number;
  width: number;
  size: number;
  weight?: Weight;
  color?: string;
  /** Numbers are right-aligned in every language, so that their digits line up. */
  align?: 'start' | 'end' | 'right';
  /** Direction of the text. Numbers, times and references are left-to-right in every language. */
  direction?: 'ltr' | 'rtl';
  linesMax?: number;
  lineHeight?: number;
}

/** A run with its features and its width at font size 1. */
export interface MeasuredRun extends Run {
  features: PDFKit.Mixins.OpenTypeFeatures[];
  width: number;
}

/** Passing any feature list, even an empty one, makes the shaper take the whole run instead of single words. */
const WHOLE_RUN: PDFKit.Mixins.OpenTypeFeatures[] = [];
/** Turns off shaping for numbers, which are most of a statement and all different. */
const FIGURES = Object.fromEntries(
  ['ccmp', 'locl', 'rlig', 'rclt', 'calt', 'clig', 'liga', 'kern', 'mark', 'mkmk'].map((name) => [name, false]),
) as unknown as PDFKit.Mixins.OpenTypeFeatures[];
/** Keeps accented letters as one glyph. As letter and mark, copied text would have an extra character. */
const LATIN_RUN = { ccmp: false } as unknown as PDFKit.Mixins.OpenTypeFeatures[];
const LATIN: readonly Face[] = ['latin', 'latinMore', 'vietnamese'];
const ONLY_FIGURES = /^[0-9a-f+\-.,: ]*$/;
const ELLIPSIS = '…';
const KEPT_MAX = 2_000;

type Measured = Pick<TextStyle, 'size' | 'weight' | 'direction'>;

/** Fonts of a document, and text widths in points. */
export interface TextMetrics {
  use(run: Pick<Run, 'face' | 'text' | 'isMirrored'>, weight: Weight, size: number): void;
  runs(text: string, style: Pick<TextStyle, 'weight' | 'direction'>): MeasuredRun[];
  widthOf(text: string, style: Measured): number;
  /** Breaks a text into lines that fit the style's width. */
  lines(text: string, style: Measured & Pick<TextStyle, 'width'>): string[];
  /** Shortens a text to the style's width, with an ellipsis when it is cut. */
  shortened(text: string, style: Measured & Pick<TextStyle, 'width'>): string;
}

export function createTextMetrics(
  doc: PDFKit.PDFDocument,
  { locale, direction }: Pick<PrintDocument, 'locale' | 'direction'>,
): TextMetrics {
  const registered = new Set<string>();
  const cached = new Map<string, MeasuredRun[]>();

  function use({ face, text, isMirrored }: Pick<Run, 'face' | 'text' | 'isMirrored'>, weight: Weight, size: number) {
    // A glyph has one name per font, so mirrored brackets need a second font.
    const name = `${face}-${weight}${isMirrored ? '-mirrored' : ''}`;
    if (!registered.has(name)) {
      // PDFKit also accepts an opened font, although its types do not say so.
      const font = isMirrored ? (secondFontOf(face, weight) as unknown as Buffer) : fontOf(face, weight);
      doc.registerFont(name, font);
      registered.add(name);
      if (face === 'thai') nameThaiVowels(doc.font(name));
    }
    doc.font(name).fontSize(size);
    if (isMirrored) nameMirrored(doc, text);
  }

  /** The runs of a line, with widths at font size 1. */
  function runsWithWidths(text: string, style: Pick<TextStyle, 'weight' | 'direction'>): MeasuredRun[] {
    const way = style.direction ?? direction;
    const name = `${way} ${style.weight} ${text}`;
    const known = cached.get(name);
    if (known) return known;
    const runs = runsOf(text, way, locale).map((run) => {
      const features = featuresOf(run);
      use(run, style.weight ?? 400, 1);
      return { ...run, features, width: doc.widthOfString(run.text, { features }) };
    });
    if (cached.size >= KEPT_MAX) cached.clear();
    cached.set(name, runs);
    return runs;
  }

  function widthOf(text: string, style: Pick<TextStyle, 'size' | 'weight' | 'direction'>): number {
    return style.size * runsWithWidths(text, style).reduce((sum, { width }) => sum + width, 0);
  }

  function lines(text: string, style: Pick<TextStyle, 'width' | 'size' | 'weight' | 'direction'>): string[] {
    const made: string[] = [];
    if (widthOf(text, style) <= style.width) return [text];
    let line = '';
    for (const part of breakable(text, locale)) {
      if (line !== '' && widthOf((line + part).trimEnd(), style) > style.width) {
        made.push(line.trimEnd());
        line = '';
      }
      line += part;
    }
    return line === '' && made.length > 0 ? made : [...made, line];
  }

  function shortened(text: string, style: Measured & Pick<TextStyle, 'width'>): string {
    if (widthOf(text, style) <= style.width) return text;
    const letters = [...text];
    const cut = (length: number) => `${letters.slice(0, length).join('').trimEnd()}${ELLIPSIS}`;
    let [fits, tooLong] = [0, letters.length];
    while (tooLong - fits > 1) {
      const middle = Math.floor((fits + tooLong) / 2);
      if (widthOf(cut(middle), style) <= style.width) fits = middle;
      else tooLong = middle;
    }
    return cut(fits);
  }

  return { use, runs: runsWithWidths, widthOf, lines, shortened };
}

function featuresOf({ face, text }: Run): PDFKit.Mixins.OpenTypeFeatures[] {
  if (ONLY_FIGURES.test(text)) return FIGURES;
  return LATIN.includes(face) ? LATIN_RUN : WHOLE_RUN;
}

/**
 * Encodes two Thai vowels first. PDFKit names a glyph by the first letter drawn with it, and a third vowel is drawn
 * with the glyphs of these two. Named first, they keep their names, and copied text keeps all vowels.
 */
function nameThaiVowels(doc: PDFKit.PDFDocument): void {
  for (const vowel of ['\u0e4d', '\u0e32']) fontInUse(doc).encode(vowel, WHOLE_RUN);
}

/** Names the glyph of a mirrored bracket by the bracket that was written, so that copied text is right. */
function nameMirrored(doc: PDFKit.PDFDocument, drawn: string): void {
  const font = fontInUse(doc);
  const [glyphs] = font.encode(drawn, WHOLE_RUN);
  font.unicode[Number.parseInt(glyphs[0] ?? '0', 16)] = [mirrored(drawn).codePointAt(0) ?? 0];
}

interface PdfFont {
  /** Glyph ids of the subset in hexadecimal, and their positions. */
  encode(text: string, features: unknown[]): [string[], unknown];
  /** Code points by glyph of the subset. */
  unicode: number[][];
}

/** The current font; PDFKit has no types for it. */
function fontInUse(doc: PDFKit.PDFDocument): PdfFont {
  return (doc as unknown as { _font: PdfFont })._font;
}
