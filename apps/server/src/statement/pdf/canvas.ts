import PDFDocument from 'pdfkit';
import type { PrintDocument } from './document.ts';
import { createStructure, type Structure } from './tagged-structure.ts';
import type { TextStyle } from './text-metrics.ts';
import { createTextMetrics } from './text-metrics.ts';

/** A4 page in points, 72 to the inch. */
export const PAGE = { width: 595.28, height: 841.89, margin: 48 };
export const CONTENT_WIDTH = PAGE.width - 2 * PAGE.margin;

export const INK = '#1B2430';
export const INK_SOFT = '#5A6472';
export const LINE = '#E4DFD4';
export const ACCENT = '#0E6E63';
export const WASH = '#F5F1E8';
export const AMBER = '#8A5A00';

/** Draws on a document in its direction: a right-to-left language mirrors the layout. */
export interface Pen {
  doc: PDFKit.PDFDocument;
  structure: Structure;
  /** Draws text, as a paragraph when no element is open. Returns the number of lines. */
  text(text: string, style: TextStyle): number;
  lines(text: string, style: Pick<TextStyle, 'width' | 'size' | 'weight' | 'direction'>): string[];
  widthOf(text: string, style: Pick<TextStyle, 'size' | 'weight' | 'direction'>): number;
  rule(y: number, color?: string): void;
  box(x: number, y: number, width: number, height: number, color: string): void;
  /** Ends the document. */
  end(): void;
  /** Converts a distance from the starting side to one from the left edge of the page. */
  left(x: number, width: number): number;
}

function openDocument({ locale, title, subtitle, house, atMs }: PrintDocument): PDFKit.PDFDocument {
  return new PDFDocument({
    size: [PAGE.width, PAGE.height],
    margin: 0,
    autoFirstPage: false,
    bufferPages: true,
    pdfVersion: '1.7',
    lang: locale,
    displayTitle: true,
    tagged: true,
    info: { Title: `${title} ${subtitle}`, Author: house, Creator: 'Tercet', CreationDate: new Date(atMs) },
  });
}

export function createPen(paper: PrintDocument): Pen {
  const { locale, direction } = paper;
  const doc = openDocument(paper);
  const structure = createStructure(doc, locale);
  const { use, runs: runsOfLine, widthOf, lines, shortened } = createTextMetrics(doc, paper);

  function left(x: number, width: number): number {
    return direction === 'rtl' ? PAGE.width - x - width : x;
  }

  function drawLine(text: string, y: number, style: TextStyle): void {
    const runs = runsOfLine(text, style);
    const total = widthOf(text, style);
    const isOnLeft = (style.align ?? 'start') === (direction === 'rtl' ? 'end' : 'start');
    let x = left(style.x, style.width) + (isOnLeft ? 0 : style.width - total);
    doc.fillColor(style.color ?? INK);
    const placed = runs.map((run) => {
      const at = x;
      x += run.width * style.size;
      return { ...run, at };
    });
    structure.span(() => {
      // Draw each run at its position, in reading order.
      for (const run of placed.toSorted((a, b) => a.order - b.order)) {
        use(run, style.weight ?? 400, style.size);
        // Pass the known width, so that PDFKit does not measure again.
        const measured = { textWidth: run.width * style.size, wordCount: 1 };
        const draw = () =>
          doc.text(run.text, run.at, y, {
            lineBreak: false,
            baseline: 'alphabetic',
            features: run.features,
            ...measured,
          });
        if (run.actual === undefined) draw();
        else structure.reading(draw, run.actual);
      }
    });
  }

  function drawLines(text: string, style: TextStyle): number {
    const { linesMax = 1, lineHeight = style.size * 1.5 } = style;
    const all = lines(text, style);
    const shown = all.slice(0, linesMax);
    if (all.length > linesMax) shown[linesMax - 1] = all.slice(linesMax - 1).join(' ');
    for (const [index, line] of shown.entries()) drawLine(shortened(line, style), style.y + index * lineHeight, style);
    return shown.length;
  }

  return {
    doc,
    lines,
    widthOf,
    left,
    structure,
    text(text, style) {
      let count = 0;
      const draw = () => {
        count = drawLines(text, style);
      };
      if (structure.isOutside()) structure.within('P', draw);
      else draw();
      return count;
    },
    end() {
      structure.end();
      doc.end();
    },
    rule(y, color = LINE) {
      structure.decoration(() => {
        doc
          .moveTo(PAGE.margin, y)
          .lineTo(PAGE.width - PAGE.margin, y)
          .lineWidth(0.75)
          .strokeColor(color)
          .stroke();
      });
    },
    box(x, y, width, height, color) {
      structure.decoration(() => {
        doc.roundedRect(left(x, width), y, width, height, 6).fill(color);
      });
    },
  };
}
