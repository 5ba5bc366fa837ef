import { describe, expect, test } from 'vitest';
import { sampleOf } from '../../../../../packages/fair/tests/sample.ts';
import { type PdfText, readPdf, replacementsIn } from '../../../tests/kit/pdf.ts';
import type { StatementLine } from '../../ledger/statement-lines.ts';
import { type Letterhead, monthDocument, receiptDocument } from '../compose.ts';
import type { MonthOfMember } from '../read-month.ts';
import { allLanguages, type Language } from '../words.ts';
import { renderPdf } from './render.ts';

const AT_MS = Date.parse('2026-11-22T01:09:47Z');
const REF = '019a1f9e-4b11-7b11-8f2c-0123456789ab';
const PAGE_WIDTH = 595.28;

/** Arabic, and others by the seed of the run. */
const SOME_LANGUAGES = (() => {
  const sampled = sampleOf(allLanguages(), 4);
  return allLanguages().filter((language) => language.locale === 'ar' || sampled.includes(language));
})();

function headOf(language: Language, more: Partial<Letterhead> = {}): Letterhead {
  return {
    house: 'Tercet',
    mode: 'play',
    currency: 'PLAY',
    exponent: 2,
    url: 'https://club.example',
    book: 'club.example/book',
    userName: 'Mira_07',
    language,
    ...more,
  };
}

function lineOf(kind: StatementLine['kind'], availableDelta: bigint, more: Partial<StatementLine> = {}): StatementLine {
  return {
    ref: REF,
    kind,
    day: '2026-11-22',
    atMs: AT_MS,
    amount: 1n,
    availableDelta,
    heldDelta: 0n,
    availableAfter: 1_234_567n,
    heldAfter: 0n,
    heldFor: null,
    ...more,
  };
}

const SLIP = {
  lottery: 'Half Minute',
  period: 59_876_123,
  drawId: 'dice-30/59876123',
  bets: [
    { bet: 'big', stakeMinor: 1_000n },
    { bet: 's11', stakeMinor: 50_000n },
  ],
  dice: [2, 5, 6],
};
const SLIP_LINES = [lineOf('stake', -51_000n), lineOf('payout', 199_500n, { atMs: AT_MS + 1_000 })];

function monthOf(lines: StatementLine[] | null, count = lines?.length ?? 0): MonthOfMember {
  return {
    month: '2026-11',
    isOver: false,
    opening: { available: 1_000_000n, held: 0n },
    closing: { available: 1_234_567n, held: 4_200n },
    sums: { in: 987_654n, out: 51_000n },
    count,
    days: [{ day: '2026-11-22', count, in: 1n, out: 2n, availableAfter: 3n }],
    lines,
  };
}

/**
 * Formats a number by the platform's rules for the language, without direction marks, which are invisible on paper.
 */
function figure(locale: string, units: number, signDisplay: 'auto' | 'always' = 'auto'): string {
  const how = { minimumFractionDigits: 2, maximumFractionDigits: 2, numberingSystem: 'latn', signDisplay } as const;
  return plain(new Intl.NumberFormat(locale, how).format(units));
}

function plain(text: string): string {
  return text.replaceAll(/\p{Cf}/gu, '').replaceAll(/\s/g, ' ');
}

/** Removes spaces and letter forms: readers may see a word boundary where the font changes, or miss one. */
function bare(text: string): string {
  return text.normalize('NFKC').replaceAll(/\s/g, '');
}

/** Texts of a page in rows by position, as a reader without structure or reading order finds them. */
function rowsOf(page: readonly PdfText[], isTurned: boolean): string[] {
  const rows = new Map<number, PdfText[]>();
  for (const piece of page) {
    const y = [...rows.keys()].find((one) => Math.abs(one - piece.y) < 3) ?? piece.y;
    rows.set(y, [...(rows.get(y) ?? []), piece]);
  }
  return [...rows.values()].map((row) => {
    expect(row.every(({ text, width }) => text.trim() === '' || width > 0)).toBe(true);
    const across = row.toSorted((a, b) => (isTurned ? b.x - a.x : a.x - b.x));
    return bare(plain(across.map(({ text }) => text).join('')));
  });
}

describe.each(SOME_LANGUAGES.map((language) => [language.locale, language] as const))('in %s', (locale, language) => {
  const { words } = language;

  test('a receipt says what was moved, when, and how to check it', async () => {
    const { text, lines, fonts, info, pages } = await readPdf(
      await renderPdf(receiptDocument(headOf(language), SLIP_LINES, SLIP)),
    );
    const amounts = [figure(locale, -510), figure(locale, 1995, 'always'), figure(locale, 12_345.67)];
    for (const seen of [...amounts, '2026-11-22 01:09:47', '2026-11-22 01:09:48', REF]) {
      expect(plain(text)).toContain(seen);
    }
    expect(text).toContain('https://club.example/Verify?draw=dice-30/59876123');
    for (const word of [words.receipt, words.play, words.kind.stake, words.movements, words.check, words.credits]) {
      expect(lines.map(bare)).toContain(bare(word));
    }
    expect(lines).toContain('Mira_07');
    expect(lines.join(' ')).not.toMatch(/[{}?](?!draw)|\p{Cf}/u);
    expect(fonts.names.length).toBeGreaterThan(0);
    expect(fonts.embedded).toBe(fonts.names.length);
    expect(fonts.names.every((name) => /^[A-Z]{6}\+(NotoSans|Amiri)/.test(name))).toBe(true);
    expect(info).toMatchObject({ Language: language.locale, CreationDate: 'D:20261122010948Z' });
    expect(JSON.stringify(info)).not.toContain('Mira');
    // The house stands at the start of lines, and the number columns at the end.
    const house = pages[0]?.find((piece) => piece.text === 'Tercet');
    expect((house?.x ?? 0) > PAGE_WIDTH / 2).toBe(language.direction === 'rtl');
    const amount = pages[0]?.find((piece) => plain(piece.text) === figure(locale, 12_345.67));
    expect((amount?.x ?? 0) < PAGE_WIDTH / 2).toBe(language.direction === 'rtl');
  });

  test('a month says what was there at its start and its end, and every line', async () => {
    const lines = Array.from({ length: 60 }, (_none, index) => lineOf('top-up', BigInt(1_000 + index)));
    const read = await readPdf(await renderPdf(monthDocument(headOf(language), monthOf(lines), new Map())));
    for (const units of [10_000, 9_876.54, 510, 12_345.67, 42])
      expect(plain(read.text)).toContain(figure(locale, units));
    for (let index = 0; index < 60; index++)
      expect(plain(read.text)).toContain(figure(locale, 10 + index / 100, 'always'));
    expect(read.lines.filter((line) => bare(line) === bare(words.kind['top-up']))).toHaveLength(60);
    expect(bare(read.lines.join(''))).toContain(bare(words.notOver));
    const count = read.pages.length;
    expect(count).toBeGreaterThan(2);
    for (let page = 1; page <= count; page++) {
      const foot = words.page.replace('{page}', String(page)).replace('{pages}', String(count));
      expect(read.lines.map(bare)).toContain(bare(foot));
    }
    // Nothing crosses the edge of the page.
    for (const piece of read.pages.flat()) {
      expect(piece.x).toBeGreaterThan(40);
      expect(piece.x + piece.width).toBeLessThan(PAGE_WIDTH - 40);
    }
  });
});

describe('other programs', () => {
  const languages = SOME_LANGUAGES.map((language) => [language.locale, language] as const);

  test.each(languages)('find headings, lists and a table in %s', async (locale, language) => {
    const { structure, info } = await readPdf(await renderPdf(receiptDocument(headOf(language), SLIP_LINES, SLIP)));
    const { words } = language;
    const bared = structure.map(bare);
    expect(structure.slice(0, 2)).toEqual(['Root', 'Document']);
    expect(bared.slice(bared.indexOf('H1'), bared.indexOf('H1') + 3)).toEqual([
      'H1',
      bare(words.receipt),
      bare(words.kind.stake),
    ]);
    const table = structure.slice(structure.lastIndexOf('Table'));
    expect(table.slice(0, 2)).toEqual(['Table', 'TR']);
    expect(table.filter((name) => name === 'TH')).toHaveLength(4);
    expect(table.filter((name) => name === 'TR')).toHaveLength(1 + SLIP_LINES.length);
    expect(table.filter((name) => name === 'TD')).toHaveLength(4 * SLIP_LINES.length);
    expect(structure.filter((name) => name === 'H2')).toHaveLength(2);
    expect(info).toMatchObject({ Language: locale, Title: `${words.receipt} ${words.kind.stake}` });
  });

  test.each([
    ...['نادي الاثنين ٤٥', 'باشگاه پنج ۱۲۳', 'طاولة 678 Grand Table', 'لا إله الأول لأن الآن', 'ضظذثخغشچگژ'],
    ...['(مبلغ)', 'نادي (الاثنين) [٤٥]', 'رهان «سهم» {كبير}', 'طاولة (678) Grand (Table)', 'Table (رهان) [5]'],
    '<نادي> ((سهم))',
  ])(
    'read Arabic in its order, with figures of three kinds, brackets and other scripts between: %s',
    async (lottery) => {
      for (const language of [allLanguages().find(({ locale }) => locale === 'ar') as Language, english]) {
        const { lines } = await readPdf(
          await renderPdf(receiptDocument(headOf(language), SLIP_LINES, { ...SLIP, lottery })),
        );
        expect(lines.map(bare)).toContain(bare(lottery));
      }
    },
  );

  test.each(languages)(
    'find each row of a table on one line in %s, by positions and by order',
    async (locale, language) => {
      const lines = [lineOf('top-up', 1_000n), lineOf('stake', -7_919n), lineOf('payout', 123_456n)];
      const bytes = await renderPdf(monthDocument(headOf(language), monthOf(lines), new Map()));
      const [page = []] = (await readPdf(bytes)).pages;
      const isTurned = language.direction === 'rtl';
      for (const { kind, availableDelta } of lines) {
        const amount = figure(locale, Number(availableDelta) / 100, 'always');
        const row = ['2026-11-22 01:09:47', language.words.kind[kind], amount, figure(locale, 12_345.67)];
        expect(rowsOf(page, isTurned)).toContain(bare(plain(row.join(''))));
        // Programs that ignore positions read in this order too: the reference below the row comes last.
        const inOrder = bare(plain(page.map(({ text }) => text).join('')));
        expect(inOrder).toContain(bare(plain([...row, REF].join(''))));
      }
    },
  );

  test('have no replacement texts where the letters say it all', async () => {
    const lines = [lineOf('top-up', 1_000n)];
    for (const language of allLanguages().filter(({ locale }) => locale !== 'th' && locale !== 'ar')) {
      const bytes = await renderPdf(monthDocument(headOf(language), monthOf(lines), new Map()));
      expect(replacementsIn(bytes), language.locale).toEqual([]);
    }
  });

  test.each([
    ['th', 'Half Minute', ['เงินสำหรับเล่น', 'วิธีตรวจสอบ']],
    ['en', 'Half (رهان) Minute [5]', ['\u200e) Minute [5]']],
    ['en', 'رهان «سهم» 7', []],
    ['ja', '賭け (رهان), 5', ['\u200e), ']],
    ['ar', 'رهان 678 (كبير): 5', [' \u200f', ':\u200f']],
  ])('find replacements in %s of %s at their places', async (locale, lottery, wanted) => {
    const language = allLanguages().find((one) => one.locale === locale) as Language;
    const found = replacementsIn(await renderPdf(receiptDocument(headOf(language), SLIP_LINES, { ...SLIP, lottery })));
    expect(found.map(({ actual }) => actual)).toEqual(expect.arrayContaining(wanted));
    // Readers use the matrix and font at the end of a replacement. A wrong one would show it upside down or without
    // width.
    expect(found.filter(({ isUpright, font }) => !isUpright || !/^\/F\d+ [\d.]+$/.test(font ?? ''))).toEqual([]);
  });

  test('do not take the repeated head of a table, nor the foot of a page, for content', async () => {
    const lines = Array.from({ length: 60 }, (_none, index) => lineOf('top-up', BigInt(1_000 + index)));
    const { structure, pages } = await readPdf(
      await renderPdf(monthDocument(headOf(english), monthOf(lines), new Map())),
    );
    expect(pages.length).toBeGreaterThan(2);
    // The structure of each page repeats the column heads, without their texts.
    expect(
      structure.filter(
        (name, index) => name === 'TH' && structure[index + 1] !== 'TH' && structure[index + 1] !== 'TR',
      ),
    ).toHaveLength(4);
    expect(structure.join(' ')).not.toContain('Page 1 of');
  });
});

const english = allLanguages().find(({ locale }) => locale === 'en') as Language;

test('figures of a column stand below each other on the right in every language', async () => {
  for (const language of SOME_LANGUAGES) {
    const lines = [lineOf('top-up', 5n), lineOf('top-up', 123_456_789n)];
    const { pages } = await readPdf(await renderPdf(monthDocument(headOf(language), monthOf(lines), new Map())));
    const ends = [0.05, 1_234_567.89].map((units) => {
      const wanted = figure(language.locale, units, 'always');
      const piece = pages[0]?.find((one) => plain(one.text) === wanted);
      expect(piece, `${wanted} on the paper`).toBeDefined();
      return Math.round((piece?.x ?? 0) + (piece?.width ?? 0));
    });
    expect(ends[0]).toBe(ends[1]);
  }
});

test('the same paper gives the same bytes', async () => {
  for (const language of SOME_LANGUAGES) {
    const paper = receiptDocument(headOf(language), SLIP_LINES, SLIP);
    expect(Buffer.from(await renderPdf(paper)).equals(await renderPdf(structuredClone(paper)))).toBe(true);
  }
});

test('a month with too many lines is summed up by day, and says so', async () => {
  const { text, lines } = await readPdf(
    await renderPdf(monthDocument(headOf(english), monthOf(null, 45_678), new Map())),
  );
  expect(text).toContain('2026-11-22');
  expect(lines.join(' ')).toContain('This month has 45,678 movements.');
});

test('a month without lines says so', async () => {
  const { lines } = await readPdf(await renderPdf(monthDocument(headOf(english), monthOf([]), new Map())));
  expect(lines).toContain('No movements in this month.');
});

test('real money has its currency and its decimals, and no word of play', async () => {
  const head = headOf(english, { mode: 'live', currency: 'KWD', exponent: 3 });
  const { text, lines } = await readPdf(await renderPdf(receiptDocument(head, [lineOf('top-up', 1_234n)], null)));
  expect(text).toContain('+1.234');
  expect(lines).toContain('KWD');
  expect(lines).not.toContain(english.words.play);
});

test('the receipt of a payout shows the bank’s reference, and without one no line for it', async () => {
  const traceRef = '74537604221222132710572';
  const [withRef, without] = await Promise.all(
    [traceRef, null].map(async (ref) => {
      return readPdf(await renderPdf(receiptDocument(headOf(english), [lineOf('post', -1_234n)], null, ref)));
    }),
  );
  expect(withRef?.lines).toEqual(expect.arrayContaining([english.words.traceRef, traceRef]));
  expect(without?.lines).not.toContain(english.words.traceRef);
});

test('names of any length and script stay on the paper', async () => {
  const lottery = `${'Very long name of a table '.repeat(8)}رهان كبير \u202e\u0000 ${'x'.repeat(200)}`;
  const paper = receiptDocument(headOf(english, { house: 'ـ'.repeat(300) }), SLIP_LINES, { ...SLIP, lottery });
  const { pages } = await readPdf(await renderPdf(paper));
  for (const piece of pages.flat()) {
    expect(piece.x).toBeGreaterThan(40);
    expect(piece.x + piece.width).toBeLessThan(PAGE_WIDTH - 40);
  }
});
