import { afterEach, expect, test } from 'vitest';
import type { PrintDocument } from '../../src/statement/pdf/document.ts';
import { type Printer, startPrinter } from '../../src/statement/pdf-printer.ts';
import { readPdf } from '../kit/pdf.ts';

let printer: Printer;
afterEach(() => printer.stop());

function paperOf(title: string): PrintDocument {
  return {
    locale: 'en',
    direction: 'ltr',
    title,
    subtitle: '',
    house: 'Tercet',
    note: null,
    headline: null,
    figures: [],
    facts: [],
    table: null,
    remarks: [],
    check: { title: 'How', steps: ['so'] },
    page: '{page}/{pages}',
    atMs: 0,
  };
}

/** A document that takes seconds of CPU time. */
function heavyPaper(): PrintDocument {
  const row = (index: number) => ({ cells: [String(index), `Line ${index} of very many`, '1.00'], small: null });
  return {
    ...paperOf('Heavy'),
    table: {
      title: 'Lines',
      columns: [
        { title: 'Time', is: 'time' },
        { title: 'What', is: 'words' },
        { title: 'Amount', is: 'number' },
      ],
      rows: Array.from({ length: 20_000 }, (_, index) => row(index)),
    },
  };
}

test('each gets their own document, and this thread is free meanwhile', async () => {
  printer = startPrinter();
  let ticks = 0;
  const ticking = setInterval(() => {
    ticks += 1;
  }, 5);
  const titles = ['One', 'Two', 'Three'];
  const made = await Promise.all(titles.map((title) => printer.print(paperOf(title))));
  clearInterval(ticking);
  for (const [index, pdf] of made.entries()) expect((await readPdf(pdf)).text).toContain(titles[index]);
  expect(ticks).toBeGreaterThan(10);
});

test('when too many wait, another is told so at once', async () => {
  printer = startPrinter({ waitingMax: 2 });
  const waiting = [paperOf('One'), paperOf('Two'), paperOf('Three')].map((paper) => printer.print(paper));
  await expect(printer.print(paperOf('Four'))).rejects.toMatchObject({ code: 'busy' });
  await Promise.all(waiting);
  await printer.print(paperOf('Five'));
});

test('one that takes too long is given up, and those behind it are made', async () => {
  printer = startPrinter({ printMsMax: 1_500 });
  const heavy = printer.print(heavyPaper());
  const behind = printer.print(paperOf('Light'));
  await expect(heavy).rejects.toMatchObject({ code: 'busy' });
  expect((await readPdf(await behind)).text).toContain('Light');
});

test('one that cannot be drawn fails alone', async () => {
  printer = startPrinter();
  const broken = { ...paperOf('Broken'), facts: null } as unknown as PrintDocument;
  await expect(printer.print(broken)).rejects.toThrow(/facts|null/);
  expect((await readPdf(await printer.print(paperOf('Next')))).text).toContain('Next');
});

test('its thread ends when there is nothing to do, and begins again', async () => {
  printer = startPrinter({ idleMs: 1 });
  await printer.print(paperOf('One'));
  await new Promise((resolve) => setTimeout(resolve, 50));
  await printer.print(paperOf('Two'));
});

test('when it is stopped, those who wait are told, and nobody may come', async () => {
  printer = startPrinter();
  const left = Promise.allSettled([printer.print(heavyPaper()), printer.print(paperOf('One'))]);
  await printer.stop();
  for (const one of await left) expect(one).toMatchObject({ status: 'rejected', reason: { code: 'busy' } });
  await expect(printer.print(paperOf('Two'))).rejects.toMatchObject({ code: 'busy' });
});
