import { type Face, fontOf, secondFontOf, type Weight } from './faces.ts';
import type { Paper } from './paper.ts';
import { breakable, mirrored, type Run, runsOf } from './runs.ts';

export interface TextStyle {
  /** Where its box begins, from the side that lines of the document begin on. */
  x: number;
  /** Of the first line's baseline, from the top of the page. */
  y: number;
  width: number;
  size: number;
  weight?: Weight;
  color?: string;
  /** Figures stand on the right in every language, so that their units are below each other. */
  align?: 'start' | 'end' | 'right';
  /** Of the text itself; numbers, times and references run from left to right in every language. */
  direction?: 'ltr' | 'rtl';
  linesMax?: number;
  lineHeight?: number;
}

/** A piece of a line with its width for a size of 1. */
export interface MeasuredRun extends Run {
  features: PDFKit.Mixins.OpenTypeFeatures[];
  width: number;
}

/** That any are named, even none, makes the shaper take a run as a whole instead of word by word. */
const WHOLE_RUN: PDFKit.Mixins.OpenTypeFeatures[] = [];
/** What shaping there is between figures is to leave it alone: they are most of a statement, and all different. */
const FIGURES = Object.fromEntries(
  ['ccmp', 'locl', 'rlig', 'rclt', 'calt', 'clig', 'liga', 'kern', 'mark', 'mkmk'].map((name) => [name, false]),
) as unknown as PDFKit.Mixins.OpenTypeFeatures[];
/** Letters with marks are one glyph each: as a letter and its mark, copied text has a character too many. */
const LATIN_RUN = { ccmp: false } as unknown as PDFKit.Mixins.OpenTypeFeatures[];
const LATIN: readonly Face[] = ['latin', 'latinMore', 'vietnamese'];
const ONLY_FIGURES = /^[0-9a-f+\-.,: ]*$/;
const ELLIPSIS = '…';
const KEPT_MAX = 2_000;

type Measured = Pick<TextStyle, 'size' | 'weight' | 'direction'>;

/** Fonts of a document, and the widths of texts in them, in points. */
export interface Measure {
  use(run: Pick<Run, 'face' | 'text' | 'isMirrored'>, weight: Weight, size: number): void;
  runs(text: string, style: Pick<TextStyle, 'weight' | 'direction'>): MeasuredRun[];
  widthOf(text: string, style: Measured): number;
  /** A text in lines that fit into the style's width. */
  lines(text: string, style: Measured & Pick<TextStyle, 'width'>): string[];
  /** A text that fits into the style's width, with an ellipsis where it is cut. */
  shortened(text: string, style: Measured & Pick<TextStyle, 'width'>): string;
}

export function createMeasure(
  doc: PDFKit.PDFDocument,
  { locale, direction }: Pick<Paper, 'locale' | 'direction'>,
): Measure {
  const registered = new Set<string>();
  const kept = new Map<string, MeasuredRun[]>();

  function use({ face, text, isMirrored }: Pick<Run, 'face' | 'text' | 'isMirrored'>, weight: Weight, size: number) {
    // A glyph has one name in a font. The same brackets have another name where they are turned round.
    const name = `${face}-${weight}${isMirrored ? '-mirrored' : ''}`;
    if (!registered.has(name)) {
      // PDFKit also takes an opened font; its types do not say so.
      const font = isMirrored ? (secondFontOf(face, weight) as unknown as Buffer) : fontOf(face, weight);
      doc.registerFont(name, font);
      registered.add(name);
      if (face === 'thai') nameThaiVowels(doc.font(name));
    }
    doc.font(name).fontSize(size);
    if (isMirrored) nameMirrored(doc, text);
  }

  /** The runs of a line, their widths for a size of 1. */
  function runsWithWidths(text: string, style: Pick<TextStyle, 'weight' | 'direction'>): MeasuredRun[] {
    const way = style.direction ?? direction;
    const name = `${way} ${style.weight} ${text}`;
    const known = kept.get(name);
    if (known) return known;
    const runs = runsOf(text, way, locale).map((run) => {
      const features = featuresOf(run);
      use(run, style.weight ?? 400, 1);
      return { ...run, features, width: doc.widthOfString(run.text, { features }) };
    });
    if (kept.size >= KEPT_MAX) kept.clear();
    kept.set(name, runs);
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
 * PDFKit names a glyph by the first letter that it was drawn for. One Thai vowel is drawn with the glyphs of two
 * others: named first, these keep their own names, and copied text has all its vowels.
 */
function nameThaiVowels(doc: PDFKit.PDFDocument): void {
  for (const vowel of ['\u0e4d', '\u0e32']) fontInUse(doc).encode(vowel, WHOLE_RUN);
}

/** Names the glyph of a mirrored bracket by the bracket that was written, which is what copied text has. */
function nameMirrored(doc: PDFKit.PDFDocument, drawn: string): void {
  const font = fontInUse(doc);
  const [glyphs] = font.encode(drawn, WHOLE_RUN);
  font.unicode[Number.parseInt(glyphs[0] ?? '0', 16)] = [mirrored(drawn).codePointAt(0) ?? 0];
}

interface PdfFont {
  /** Glyphs of the subset in hexadecimal, and their positions. */
  encode(text: string, features: unknown[]): [string[], unknown];
  /** Code points by the glyph of the subset. */
  unicode: number[][];
}

/** PDFKit has no types for it. */
function fontInUse(doc: PDFKit.PDFDocument): PdfFont {
  return (doc as unknown as { _font: PdfFont })._font;
}
