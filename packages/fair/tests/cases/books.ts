/** Cases of whole books and parts of them. */
import { encodeEntry, NOTE_ED25519 } from '../../src/index.ts';
import { beaconSignature, ORIGIN, signerOf, TestBook } from '../book-kit.ts';
import { quorumAt } from '../stories.ts';
import {
  type Bend,
  type BookCase,
  type BookInput,
  bent,
  bookOf,
  drawAt,
  drawnAt,
  FIRST,
  honestLines,
  inputOf,
  noticeAt,
  owedOn,
  sealAt,
  silent,
  tableWith,
  voidAt,
} from './book-lines.ts';
import { readFrom, startCases } from './book-starts.ts';
import { stopCases } from './book-stops.ts';
import { ZEROS } from './forge.ts';

export function bookCases(): BookCase[] {
  const bases = [0, 1, 3].map((witnesses): BookCase => {
    const table = tableWith(witnesses);
    const name = `book, ${witnesses} witnesses`;
    return { name, base: null, input: inputOf(honestLines(table), table), says: 'time-not-proven' };
  });
  const [unwitnessed, , whole] = bases;
  if (unwitnessed === undefined || whole === undefined) throw new Error('no case');
  return [
    ...bases,
    ...entryCases(unwitnessed),
    ...timeCases(whole),
    ...inputCases(whole),
    ...lifeCases(unwitnessed),
    ...startCases(unwitnessed),
    ...stopCases(unwitnessed, whole),
  ];
}

/** Rules that a single entry breaks. */
function entryCases(base: BookCase): BookCase[] {
  const t = tableWith(0);
  const older = tableWith(0, { first_period: String(FIRST - 1) });
  const next = drawAt(3);
  return bent(base, t, [
    ['a period left out', 'breach period-missing', (lines) => lines.toSpliced(3, 2)],
    ['the first period left out', 'breach period-missing', (lines) => lines.toSpliced(1, 2)],
    ['a second seal', 'breach two-seals', (lines) => lines.toSpliced(2, 0, [sealAt(0, t, { table: ZEROS })])],
    ['the same seal twice', 'time-not-proven', (lines) => lines.toSpliced(2, 0, [sealAt(0, t)])],
    [
      'a seal without bets that has another root',
      'breach slips',
      (lines) => lines.with(3, [sealAt(1, t, { root: ZEROS })]),
    ],
    ['a draw without its seal', 'breach drawn-unsealed', (lines) => lines.toSpliced(5, 1)],
    ['a draw twice', 'breach drawn-twice', (lines) => [...lines, [drawnAt(2)]]],
    ['a wrong die', 'breach dice', (lines) => lines.with(2, [drawnAt(0, { dice: ['1', '1', '1'] })])],
    ['another round', 'breach other-round', (lines) => lines.with(2, [drawnAt(0, { round: String(drawAt(1).round) })])],
    [
      'another round’s signature',
      'breach dice signature',
      (lines) => lines.with(2, [drawnAt(0, { signature: beaconSignature(7) })]),
    ],
    ['a void after the draw', 'breach void-and-drawn', (lines) => [...lines, [voidAt(2, t)]]],
    ['a draw after the void', 'breach void-and-drawn', (lines) => lines.toSpliced(2, 0, [voidAt(0, t)])],
    ['a void twice', 'breach two-fates', (lines) => [...lines.slice(0, 5), [voidAt(2, t)], [voidAt(2, t)]]],
    [
      'odds that change under open bets',
      'breach table-too-late',
      (lines) => [...lines, [tableWith(0, { first_period: String(FIRST + 1) })]],
    ],
    ['a table that begins before the one before', 'breach table-order table-too-late', (lines) => [...lines, [older]]],
    [
      'another period length',
      'breach period-length',
      (lines) => [...lines, [tableWith(0, { period_seconds: '30', first_period: String(FIRST * 2 + 60) })]],
    ],
    [
      'a table of another book',
      'breach other-origin',
      (lines) => [...lines, [tableWith(0, { origin: 'other.example', first_period: String(FIRST + 60) })]],
    ],
    ['a draw of no table', 'breach no-table', (lines) => [...lines, [sealAt(1, t, { draw_id: 'dice-30/1' })]]],
    ['a seal under another table', 'breach other-table', (lines) => lines.with(3, [sealAt(1, t, { table: ZEROS })])],
    [
      'a seal younger than its own result',
      'breach period-missing seal-too-late',
      (lines) => [...lines.slice(0, 3), ...lines.slice(5, 7), ...lines.slice(3, 5)],
    ],
    [
      'a key change seven days ahead',
      'time-not-proven',
      (lines) => [...lines, [noticeAt(drawAt(2).draws + 7 * 86_400)]],
    ],
    [
      'a key change a second too soon',
      'breach notice',
      (lines) => [...lines, [noticeAt(drawAt(2).draws + 7 * 86_400 - 1)]],
    ],
    [
      'a key change by another key',
      'breach notice',
      (lines) => [...lines, [noticeAt(drawAt(2).draws + 7 * 86_400, signerOf(ORIGIN, 24, NOTE_ED25519))]],
    ],
    [
      'a day of liabilities left out',
      'breach liabilities-missing',
      (lines) => [...lines, [owedOn('2026-07-20')], [owedOn('2026-07-22')]],
    ],
    [
      'a day of liabilities twice',
      'breach liabilities-twice',
      (lines) => [...lines, [owedOn('2026-07-20')], [owedOn('2026-07-20')]],
    ],
    ['a void over a seal that nobody dates', 'incomplete', (lines) => lines.with(6, [voidAt(2, t)])],
    ['a seal overdue', 'overdue', (lines) => lines, (next.tLock + 60) * 1000],
  ]);
}

/** Cases of times that witnesses show. */
function timeCases(base: BookCase): BookCase[] {
  const t = tableWith(3);
  const lock = drawAt(1).tLock;
  const seen =
    (at: number | undefined): Bend =>
    (lines) =>
      lines
        .with(3, [sealAt(1, t), at])
        .with(4, [drawnAt(1)])
        .with(5, [sealAt(2, t), drawAt(2).tLock + 2]);
  const early =
    (bend: Bend): Bend =>
    (lines) =>
      bend(lines, t).with(2, [drawnAt(0), lock - 2]);
  return [
    ...bent(base, t, [
      ['a seal seen at the deadline', 'time-not-proven', seen(lock + 9)],
      ['a seal seen a second later', 'breach seal-too-late', seen(lock + 10)],
      ['a seal seen before its lock', 'breach seal-too-late', seen(lock - 1)],
      [
        'a table seen when it opened',
        'breach table-too-late',
        early((lines) => lines.with(0, [t, drawAt(0).tLock - 60])),
      ],
      [
        'a void over a seal seen in time',
        'breach seal-in-time',
        (lines) => lines.with(6, [voidAt(2, t)]),
        (drawAt(2).draws + 600) * 1000,
      ],
      [
        'a void over a seal seen in time, the draw not due yet',
        'time-not-proven',
        (lines) => lines.with(6, [voidAt(2, t)]),
        (drawAt(2).draws + 10) * 1000,
      ],
      ['a void taken back', 'time-not-proven', (lines) => lines.toSpliced(6, 0, [voidAt(2, t)])],
    ]),
    silent(base, 'a seal that nobody dates, and a witness silent', 'incomplete', seen(undefined)),
  ];
}

/** Missing or wrong parts other than entries. */
function inputCases(base: BookCase): BookCase[] {
  const rows: [string, string, (input: BookInput) => void][] = [
    ['no key pinned', 'incomplete not-pinned', (input) => Object.assign(input, { isPinned: false })],
    ['fewer entries than signed', 'incomplete no-entries', (input) => input.entries.pop()],
    ['more entries than signed', 'breach root', (input) => input.entries.push(encodeEntry(owedOn('2026-07-20')))],
    [
      'an entry changed',
      'breach dice fork root',
      (input) => {
        input.entries[6] = (input.entries[6] ?? '').replace(
          /"dice":\["(\d)"/,
          (_all, die) => `"dice":["${(die % 6) + 1}"`,
        );
      },
    ],
    [
      'an entry that is none',
      'breach malformed',
      (input) => {
        const book = new TestBook();
        book.bodies.push(...input.entries, '{"type":"draw" }');
        Object.assign(input, { entries: book.bodies, checkpoint: book.checkpoint(drawAt(2).draws + 5).note });
      },
    ],
    ['a seal whose bets are not handed out', 'incomplete no-slips', (input) => delete input.slips?.[drawAt(0).drawId]],
    [
      'a seal with another bet',
      'breach slips',
      (input) => {
        if (input.slips) input.slips[drawAt(0).drawId] = [ZEROS];
      },
    ],
    ['a reader who does without the bets', 'time-not-proven', (input) => Object.assign(input, { slips: null })],
    ['two witnesses saw two books', 'breach fork', (input) => input.witnessed.push(...twoBooks(input))],
    [
      'a witness whose times contradict each other',
      'breach seal-too-late seal-too-late seal-too-late backdated-cosignature',
      (input) => {
        const book = bookOf(input);
        input.witnessed.push(book.checkpoint(0, quorumAt(tableWith(3), drawAt(0).tLock - 200)).note);
      },
    ],
    [
      'a larger book seen two minutes ago',
      'incomplete later-entries',
      (input) => {
        const book = bookOf(input);
        book.append(owedOn('2026-07-20'));
        const at = drawAt(2).draws + 3;
        input.witnessed.push(book.checkpoint(at, quorumAt(tableWith(3), at)).note);
        input.nowMs = (at + 60) * 1000;
        input.nowMs = Math.min(input.nowMs, (drawAt(3).tLock + 59) * 1000);
      },
    ],
    ['read from the middle', 'time-not-proven', (input) => readFrom(input, 3, [encodeEntry(tableWith(3))])],
    ['read from the middle, the table not given', 'incomplete', (input) => readFrom(input, 3, [])],
    [
      'read from the middle, the peaks wrong',
      'breach fork fork fork fork fork root',
      (input) => {
        readFrom(input, 3, [encodeEntry(tableWith(3))]);
        input.peaks = input.peaks.map(() => ZEROS);
      },
    ],
    [
      'read from where witnesses saw another book',
      'breach fork',
      (input) => {
        readFrom(input, 3, [encodeEntry(tableWith(3))]);
        input.witnessed = input.witnessed.filter((note) => note.split('\n')[1] !== '3');
        const other = new TestBook();
        for (const size of ['1', '2', '3']) other.append({ type: 'audit-head', size, head: ZEROS, at: '1' });
        input.witnessed.push(other.checkpoint(0).note);
      },
    ],
    ['read from the middle of a draw', 'incomplete', (input) => readFrom(input, 2, [encodeEntry(tableWith(3))])],
  ];
  return rows.map(([name, expected, change]) => {
    const input = structuredClone(base.input);
    change(input);
    return { name, base: base.name, input, says: expected };
  });
}

function twoBooks(input: BookInput): string[] {
  const at = drawAt(2).draws + 4;
  return ['1', '2'].map((size) => {
    const book = bookOf(input);
    book.append({ type: 'audit-head', size, head: ZEROS, at: '1' });
    return book.checkpoint(at, quorumAt(tableWith(3), at)).note;
  });
}

/** New books, and what becomes due in them. */
function lifeCases(base: BookCase): BookCase[] {
  const t = tableWith(0);
  const [first, second] = [drawAt(0), drawAt(1)];
  const midnight = Math.ceil(first.tLock / 86_400) * 86_400;
  const day = new Date(midnight * 1000).toISOString().slice(0, 10);
  const sofar: Bend = (lines) => lines.slice(0, 3);
  const sealed: Bend = (lines) => lines.slice(0, 4);
  return bent(base, t, [
    ['a table alone', 'pending', (lines) => lines.slice(0, 1), first.tLock * 1000],
    [
      'a table alone, a minute after the first lock',
      'overdue',
      (lines) => lines.slice(0, 1),
      (first.tLock + 60) * 1000,
    ],
    ['a seal not due yet', 'time-not-proven', sofar, (second.tLock + 59) * 1000],
    ['a seal due', 'overdue', sofar, (second.tLock + 60) * 1000],
    ['a draw not due yet', 'time-not-proven', sealed, (second.draws + 59) * 1000],
    ['a draw due', 'overdue', sealed, (second.draws + 60) * 1000],
    ['liabilities due', 'overdue', (lines) => lines, (midnight + 3600) * 1000],
    ['liabilities shown', 'overdue', (lines) => [...lines, [owedOn(day)]], (midnight + 3600) * 1000],
    ['a void in its turn', 'time-not-proven', (lines) => lines.slice(0, 3).concat([[voidAt(1, t)]], lines.slice(5))],
    ['an empty book', 'pending', () => []],
  ]);
}
