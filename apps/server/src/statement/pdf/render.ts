import { isolate } from './bidi-runs.ts';
import { ACCENT, AMBER, CONTENT_WIDTH, createPen, INK, INK_SOFT, PAGE, type Pen, WASH } from './canvas.ts';
import type { PrintDocument, Row, Sum, Table } from './document.ts';

const FOOT_Y = PAGE.height - PAGE.margin + 4;
/** Lowest position of content; below it is only the page's footer. */
const BOTTOM = PAGE.height - PAGE.margin - 18;
const TIME_WIDTH = 104;
const NUMBER_WIDTH = 88;
const GAP = 12;

/** Draws a document as PDF. The same paper gives the same bytes. */
export async function renderPdf(paper: PrintDocument): Promise<Uint8Array> {
  const pen = createPen(paper);
  const chunks: Buffer[] = [];
  const done = new Promise<void>((resolve, reject) => {
    pen.doc.on('data', (chunk: Buffer) => chunks.push(chunk));
    pen.doc.on('end', resolve);
    pen.doc.on('error', reject);
  });
  pen.doc.addPage();
  let y = drawHead(pen, paper);
  if (paper.headline) y = drawHeadline(pen, paper.headline, y);
  if (paper.figures.length > 0) y = drawFigures(pen, paper.figures, y);
  y = drawFacts(pen, paper.facts, y);
  y = drawRemarks(pen, paper.remarks, y);
  if (paper.table) y = drawTable(pen, paper.table, y);
  drawCheck(pen, paper.check, y);
  pen.structure.decoration(() => drawFeet(pen, paper), 'Pagination');
  pen.end();
  await done;
  return Buffer.concat(chunks);
}

/**
 * Draws the logo and the house on one side and the kind of document on the other. Returns the y position of the next
 * part.
 */
function drawHead(pen: Pen, { house, title, subtitle, note }: PrintDocument): number {
  pen.structure.decoration(() => drawMark(pen, PAGE.margin, PAGE.margin, 22));
  pen.text(house, { x: PAGE.margin + 32, y: PAGE.margin + 16, width: 220, size: 14, weight: 700 });
  const side = { x: PAGE.width / 2, width: CONTENT_WIDTH / 2, align: 'end' } as const;
  pen.structure.within('H1', () => {
    pen.text(title, { ...side, y: PAGE.margin + 8, size: 14 });
    pen.text(subtitle, { ...side, y: PAGE.margin + 24, size: 10, color: INK_SOFT });
  });
  let y = PAGE.margin + 36;
  pen.rule(y);
  if (note !== null) {
    y += 12;
    pen.box(PAGE.margin, y, CONTENT_WIDTH, 24, WASH);
    pen.text(note, {
      x: PAGE.margin + 12,
      y: y + 16,
      width: CONTENT_WIDTH - 24,
      size: 10,
      weight: 700,
      color: AMBER,
    });
    y += 24;
  }
  return y + 24;
}

/** Draws the logo: three pips in a triangle inside a ring. */
function drawMark({ doc, left }: Pen, x: number, y: number, size: number): void {
  const from = left(x, size);
  const [middle, radius] = [size / 2, size / 2 - 1];
  doc
    .circle(from + middle, y + middle, radius)
    .lineWidth(1.75)
    .strokeColor(ACCENT)
    .stroke();
  const pips = [-90, 30, 150].map((degrees) => (degrees * Math.PI) / 180);
  for (const angle of pips) {
    const [dx, dy] = [Math.cos(angle) * radius * 0.48, Math.sin(angle) * radius * 0.48];
    doc.circle(from + middle + dx, y + middle + dy, size * 0.09).fill(ACCENT);
  }
}

function drawHeadline(pen: Pen, { number, unit }: Sum, y: number): number {
  const baseline = y + 22;
  const style = { size: 28, weight: 700, direction: 'ltr' } as const;
  const width = pen.widthOf(number, style);
  pen.structure.within('P', () => {
    pen.text(number, { ...style, x: PAGE.margin, y: baseline, width: width + 1 });
    pen.text(unit, { x: PAGE.margin + width + 8, y: baseline, width: 160, size: 14, color: INK_SOFT });
  });
  return baseline + 28;
}

function drawFigures(pen: Pen, figures: PrintDocument['figures'], y: number): number {
  const width = CONTENT_WIDTH / figures.length;
  pen.structure.within('L', () => {
    for (const [index, { label, sum }] of figures.entries()) {
      const place = { x: PAGE.margin + index * width, width: width - GAP };
      drawItem(
        pen,
        () => pen.text(label, { ...place, y: y + 4, size: 9, color: INK_SOFT }),
        () => {
          pen.text(sum.number, { ...place, y: y + 22, size: 14, weight: 700, direction: 'ltr' });
          pen.text(sum.unit, { ...place, y: y + 36, size: 9, color: INK_SOFT });
        },
      );
    }
  });
  return y + 56;
}

/** Draws a list item: its label and its body. */
function drawItem(pen: Pen, label: () => void, body: () => void): void {
  pen.structure.within('LI', () => {
    pen.structure.within('Lbl', label);
    pen.structure.within('LBody', body);
  });
}

function drawFacts(pen: Pen, facts: PrintDocument['facts'], y: number): number {
  const LABEL_WIDTH = 120;
  if (facts.length === 0) return y;
  let at = y;
  pen.structure.within('L', () => {
    for (const { label, value } of facts) {
      const room = pen.doc.page.height - PAGE.margin - at;
      if (room < 40) at = nextPage(pen);
      const x = PAGE.margin + LABEL_WIDTH;
      let lines = 0;
      drawItem(
        pen,
        () => pen.text(label, { x: PAGE.margin, y: at + 4, width: LABEL_WIDTH - GAP, size: 10, color: INK_SOFT }),
        () => {
          lines = pen.text(value, { x, y: at + 4, width: CONTENT_WIDTH - LABEL_WIDTH, size: 10, linesMax: 6 });
        },
      );
      at += 3 + lines * 15;
    }
  });
  return at + 14;
}

function drawRemarks(pen: Pen, remarks: readonly string[], y: number): number {
  let at = y;
  for (const remark of remarks) {
    const lines = pen.text(remark, {
      x: PAGE.margin,
      y: at + 4,
      width: CONTENT_WIDTH,
      size: 10,
      color: INK_SOFT,
      linesMax: 4,
    });
    at += 6 + lines * 15;
  }
  return remarks.length === 0 ? y : at + 10;
}

interface Place {
  x: number;
  width: number;
}

function drawTable(pen: Pen, table: Table, y: number): number {
  const places = placesOf(table);
  let at = y;
  if (at + 100 > BOTTOM) at = nextPage(pen);
  pen.structure.within('H2', () => {
    pen.text(table.title, { x: PAGE.margin, y: at + 4, width: CONTENT_WIDTH, size: 12, weight: 700 });
  });
  pen.structure.within('Table', () => {
    at = drawTableHead(pen, table, places, at + 14);
    for (const row of table.rows) {
      const words = wordsOf(table, row);
      const width = places[table.columns.findIndex(({ is }) => is === 'words')]?.width ?? 0;
      const lines = Math.min(2, pen.lines(words, { width, size: 10 }).length);
      const height = 16 + lines * 13 + (row.small === null ? 0 : 11) - 8;
      if (at + height > BOTTOM) {
        const top = nextPage(pen);
        // Repeats the table's head for the eye only, outside the structure.
        pen.structure.decoration(() => {
          at = drawTableHead(pen, table, places, top);
        }, 'Pagination');
      }
      pen.structure.within('TR', () => drawRow(pen, table, row, places, at, lines));
      at += height;
      pen.rule(at);
    }
  });
  return at + 28;
}

function placesOf({ columns }: Table): Place[] {
  const fixed = { time: TIME_WIDTH, number: NUMBER_WIDTH };
  const taken = columns.reduce((sum, { is }) => sum + (is === 'words' ? 0 : fixed[is] + GAP), 0);
  let x = PAGE.margin;
  return columns.map(({ is }) => {
    const width = is === 'words' ? CONTENT_WIDTH - taken : fixed[is];
    const place = { x, width };
    x += width + GAP;
    return place;
  });
}

function wordsOf(table: Table, row: Row): string {
  return row.cells[table.columns.findIndex(({ is }) => is === 'words')] ?? '';
}

function drawTableHead(pen: Pen, table: Table, places: readonly Place[], y: number): number {
  pen.structure.within('TR', () => {
    for (const [index, { title, is }] of table.columns.entries()) {
      const place = places[index];
      if (!place) continue;
      const style = {
        ...place,
        y: y + 14,
        size: 9,
        color: INK_SOFT,
        align: is === 'number' ? 'right' : 'start',
      } as const;
      pen.structure.within('TH', () => pen.text(title, style), { scope: 'Column' });
    }
  });
  pen.rule(y + 22, INK_SOFT);
  return y + 22;
}

function drawRow(pen: Pen, table: Table, row: Row, places: readonly Place[], y: number, lines: number): void {
  for (const [index, { is }] of table.columns.entries()) {
    const place = places[index];
    const cell = row.cells[index];
    if (place && cell !== undefined)
      pen.structure.within('TD', () => drawCell(pen, cell, is, row.small, { place, y, lines }));
  }
}

function drawCell(
  pen: Pen,
  cell: string,
  is: Table['columns'][number]['is'],
  small: string | null,
  { place, y, lines }: { place: Place; y: number; lines: number },
): void {
  const base = y + 16;
  if (is === 'time') {
    pen.text(cell, { ...place, y: base, size: 9.5, color: INK_SOFT, direction: 'ltr' });
  } else if (is === 'number') {
    pen.text(cell, { ...place, y: base, size: 10, align: 'right', direction: 'ltr' });
  } else {
    pen.text(cell, { ...place, y: base, size: 10, linesMax: 2, lineHeight: 13 });
    if (small === null) return;
    const below = base + (lines - 1) * 13 + 11;
    // Draw the reference last, so that the row reads as one line.
    pen.structure.last(() => pen.text(small, { ...place, y: below, size: 7, color: INK_SOFT, direction: 'ltr' }));
  }
}

function drawCheck(pen: Pen, { title, steps }: PrintDocument['check'], y: number): void {
  const style = { width: CONTENT_WIDTH - 44, size: 9.5 };
  const heights = steps.map((step) => pen.lines(step, style).length * 14 + 6);
  const height = heights.reduce((sum, one) => sum + one, 0) + 44;
  const at = y + height > BOTTOM ? nextPage(pen) : y;
  pen.box(PAGE.margin, at, CONTENT_WIDTH, height, WASH);
  const inner = { x: PAGE.margin + 16, width: CONTENT_WIDTH - 32 };
  pen.structure.within('H2', () => pen.text(title, { ...inner, y: at + 24, size: 10.5, weight: 700, color: ACCENT }));
  pen.structure.within('L', () => {
    let line = at + 44;
    for (const [index, step] of steps.entries()) {
      drawItem(
        pen,
        () => pen.text(`${index + 1}`, { ...inner, y: line, width: 12, size: 9.5, color: ACCENT, weight: 700 }),
        () => pen.text(step, { ...style, x: PAGE.margin + 30, y: line, color: INK, linesMax: 6, lineHeight: 14 }),
      );
      line += heights[index] ?? 0;
    }
  });
}

/** Draws the footers, once the number of pages is known. */
function drawFeet(pen: Pen, { house, page, subtitle, title }: PrintDocument): void {
  const { count } = pen.doc.bufferedPageRange();
  for (let index = 0; index < count; index++) {
    pen.doc.switchToPage(index);
    const style = { y: FOOT_Y, width: CONTENT_WIDTH / 2, size: 8, color: INK_SOFT };
    const what = [house, title, subtitle].map(isolate).join(' · ');
    pen.text(what, { ...style, x: PAGE.margin, width: CONTENT_WIDTH * 0.7 });
    const number = page.replace('{page}', String(index + 1)).replace('{pages}', String(count));
    pen.text(number, { ...style, x: PAGE.margin + CONTENT_WIDTH * 0.7, width: CONTENT_WIDTH * 0.3, align: 'end' });
  }
}

function nextPage(pen: Pen): number {
  pen.doc.addPage();
  return PAGE.margin;
}
