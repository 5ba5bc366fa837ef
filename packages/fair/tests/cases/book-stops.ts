/** Books in which two people stop betting. */
import { type Entry, encodeEntry, type TableEntry } from '../../src/index.ts';
import {
  type BookCase,
  type BookInput,
  bent,
  drawAt,
  honestLines,
  inputOf,
  type Line,
  silent,
  tableWith,
} from './book-lines.ts';
import { readFrom } from './book-starts.ts';

const [, SECOND, THIRD] = [0, 1, 2].map((index) => drawAt(index).tLock - 60) as [number, number, number];

/** A stop of the table from the second period on, which has no bets. */
function stopWith(change: object = {}): Entry {
  const order = { reason: 'maintenance', authority: '', reference: '' };
  return { type: 'stop', what: 'table/dice-60', ...order, from: String(SECOND), until: '0', ...change } as Entry;
}

const UNTIL_THIRD = { until: String(THIRD) };
const ALL = { what: 'betting' };
const END = { reason: 'lifted', from: String(THIRD), until: String(THIRD) };
const ORDER = { reason: 'authority', authority: 'Gambling authority', reference: 'GA-2026/17' };

/** Inserts entries while the first period is open. */
const early =
  (...entries: Entry[]) =>
  (lines: Line[]): Line[] =>
    lines.toSpliced(1, 0, ...entries.map((entry): Line => [entry]));

export function stopCases(unwitnessed: BookCase, witnessed: BookCase): BookCase[] {
  return [...unwitnessedCases(unwitnessed), ...witnessedCases(witnessed)];
}

function unwitnessedCases(base: BookCase): BookCase[] {
  const honest = 'time-not-proven';
  const late = (lines: Line[]): Line[] => lines.toSpliced(3, 0, [stopWith(UNTIL_THIRD)]);
  return [
    ...bent(base, tableWith(0), [
      ['a stop of a period without bets', honest, early(stopWith(UNTIL_THIRD))],
      ['a stop of all tables', honest, early(stopWith({ ...ALL, ...UNTIL_THIRD }))],
      ['a stop that an authority ordered', honest, early(stopWith({ ...ORDER, ...UNTIL_THIRD }))],
      ['a stop that another entry ends', honest, early(stopWith(), stopWith(END))],
      [
        'a stop taken back before it begins',
        honest,
        early(stopWith(), stopWith({ ...END, from: String(SECOND), until: String(SECOND) })),
      ],
      ['a stop that ends while a period is open', 'breach bets-in-stop', early(stopWith({ until: String(THIRD + 1) }))],
      ['a stop that begins while a period is open', honest, early(stopWith({ from: String(THIRD + 1) }))],
      ['bets in a stop', 'breach bets-in-stop', early(stopWith())],
      ['bets in a stop of all tables', 'breach bets-in-stop', early(stopWith(ALL))],
      ['bets in one of two stops', 'breach bets-in-stop', early(stopWith(ALL), stopWith(END))],
      ['a stop made longer', 'breach bets-in-stop', early(stopWith(UNTIL_THIRD), stopWith())],
      [
        'a draw skipped in a stop',
        'breach period-missing',
        (lines) => early(stopWith(UNTIL_THIRD))(lines.toSpliced(3, 2)),
      ],
      ['a stop dated back into an open period', 'breach stop-too-late', late],
      ['a stop of a table that does not exist', 'breach no-table', early(stopWith({ what: 'table/dice-30' }))],
    ]),
    middle(base),
  ];
}

/** Read from the middle, a stop of a table that was not given is no finding. */
function middle(base: BookCase): BookCase {
  const lines = early(stopWith({ what: 'table/dice-30' }))(honestLines(tableWith(0)));
  const input: BookInput = inputOf(lines, tableWith(0));
  readFrom(input, 1, [encodeEntry(tableWith(0))]);
  return { name: 'read from a stop on, its table not given', base: base.name, input, says: 'time-not-proven' };
}

function witnessedCases(base: BookCase): BookCase[] {
  const table: TableEntry = tableWith(3);
  const seen =
    (at: number | undefined, change: object = UNTIL_THIRD) =>
    (lines: Line[]): Line[] =>
      lines.toSpliced(1, 0, at === undefined ? [stopWith(change)] : [stopWith(change), at]);
  return [
    ...bent(base, table, [
      ['a stop seen a second before it begins', 'time-not-proven', seen(SECOND - 1)],
      ['a stop seen when it begins', 'breach stop-too-late', seen(SECOND)],
      ['a stop of all tables seen when it begins', 'breach stop-too-late', seen(SECOND, { ...ALL, ...UNTIL_THIRD })],
      ['a stop that no witness saw in time', 'breach stop-too-late', seen(undefined)],
    ]),
    silent(base, 'a stop that nobody dates, and a witness silent', 'incomplete', seen(undefined)),
  ];
}
