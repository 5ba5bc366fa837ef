import PDFDocument from 'pdfkit';
import { type Face, fontOf, type Weight } from './faces.ts';
import type { Paper } from './paper.ts';
import { breakable, type Run, runsOf, visibleOf } from './runs.ts';

/** Millimetres do not matter here: points, 72 to the inch. */
export const PAGE = { width: 595.28, height: 841.89, margin: 48 };
export const CONTENT_WIDTH = PAGE.width - 2 * PAGE.margin;

export const INK = '#1B2430';
export const INK_SOFT = '#5A6472';
export const LINE = '#E4DFD4';
export const ACCENT = '#0E6E63';
export const WASH = '#F5F1E8';
export const AMBER = '#8A5A00';

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

interface MeasuredRun extends Run {
  features: PDFKit.Mixins.OpenTypeFeatures[];
  width: number;
}

/** Draws on a document in its own direction: what stands on the left in one language stands on the right in another. */
export interface Pen {
  doc: PDFKit.PDFDocument;
  /** Returns how many lines it took. */
  text(text: string, style: TextStyle): number;
  lines(text: string, style: Pick<TextStyle, 'width' | 'size' | 'weight' | 'direction'>): string[];
  widthOf(text: string, style: Pick<TextStyle, 'size' | 'weight' | 'direction'>): number;
  rule(y: number, color?: string): void;
  box(x: number, y: number, width: number, height: number, color: string): void;
  /** From the side that lines begin on to the left of the page. */
  left(x: number, width: number): number;
}

/** That any are named, even none, makes the shaper take a run as a whole instead of word by word. */
const WHOLE_RUN: PDFKit.Mixins.OpenTypeFeatures[] = [];
/** What shaping there is between figures is to leave it alone: they are most of a statement, and all different. */
const FIGURES = Object.fromEntries(
  ['ccmp', 'locl', 'rlig', 'rclt', 'calt', 'clig', 'liga', 'kern', 'mark', 'mkmk'].map((name) => [name, false]),
) as unknown as PDFKit.Mixins.OpenTypeFeatures[];
const ONLY_FIGURES = /^[0-9a-f+\-.,: ]*$/;
const ELLIPSIS = '…';
const KEPT_MAX = 2_000;

export function createPen({ locale, direction, title, subtitle, house, atMs }: Paper): Pen {
  const doc = new PDFDocument({
    size: [PAGE.width, PAGE.height],
    margin: 0,
    autoFirstPage: false,
    bufferPages: true,
    pdfVersion: '1.7',
    lang: locale,
    displayTitle: true,
    info: { Title: `${title} ${subtitle}`, Author: house, Creator: 'Tercet', CreationDate: new Date(atMs) },
  });
  const registered = new Set<string>();
  const kept = new Map<string, MeasuredRun[]>();

  function use(face: Face, weight: Weight, size: number): void {
    const name = `${face}-${weight}`;
    if (!registered.has(name)) {
      doc.registerFont(name, fontOf(face, weight));
      registered.add(name);
    }
    doc.font(name).fontSize(size);
  }

  /** The runs of a line, their widths for a size of 1. */
  function runsWithWidths(text: string, style: Pick<TextStyle, 'weight' | 'direction'>): MeasuredRun[] {
    const way = style.direction ?? direction;
    const name = `${way} ${style.weight} ${text}`;
    const known = kept.get(name);
    if (known) return known;
    const runs = runsOf(text, way, locale).map((run) => {
      const features = ONLY_FIGURES.test(run.text) ? FIGURES : WHOLE_RUN;
      use(run.face, style.weight ?? 400, 1);
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

  function shortened(text: string, style: TextStyle): string {
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

  function left(x: number, width: number): number {
    return direction === 'rtl' ? PAGE.width - x - width : x;
  }

  function drawLine(text: string, y: number, style: TextStyle): void {
    const runs = runsWithWidths(text, style);
    const total = widthOf(text, style);
    const isOnLeft = (style.align ?? 'start') === (direction === 'rtl' ? 'end' : 'start');
    let x = left(style.x, style.width) + (isOnLeft ? 0 : style.width - total);
    doc.fillColor(style.color ?? INK);
    // Whoever copies the text gets it as it is read, not as it is drawn.
    doc.markContent('Span', { actual: visibleOf(text) });
    for (const run of runs) {
      use(run.face, style.weight ?? 400, style.size);
      const width = run.width * style.size;
      // What is measured already is not measured again.
      const measured = { textWidth: width, wordCount: 1 };
      doc.text(run.text, x, y, { lineBreak: false, baseline: 'alphabetic', features: run.features, ...measured });
      x += width;
    }
    doc.endMarkedContent();
  }

  return {
    doc,
    lines,
    widthOf,
    left,
    text(text, style) {
      const { linesMax = 1, lineHeight = style.size * 1.5 } = style;
      const all = lines(text, style);
      const shown = all.slice(0, linesMax);
      if (all.length > linesMax) shown[linesMax - 1] = all.slice(linesMax - 1).join(' ');
      for (const [index, line] of shown.entries())
        drawLine(shortened(line, style), style.y + index * lineHeight, style);
      return shown.length;
    },
    rule(y, color = LINE) {
      doc
        .moveTo(PAGE.margin, y)
        .lineTo(PAGE.width - PAGE.margin, y)
        .lineWidth(0.75)
        .strokeColor(color)
        .stroke();
    },
    box(x, y, width, height, color) {
      doc.roundedRect(left(x, width), y, width, height, 6).fill(color);
    },
  };
}
