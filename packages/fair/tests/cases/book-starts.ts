/** Books that are not read from their beginning. */
import { encodeEntry } from '../../src/index.ts';
import {
  type BookCase,
  type BookInput,
  bookOf,
  FIRST,
  honestLines,
  inputOf,
  type Line,
  tableWith,
  voidAt,
} from './book-lines.ts';

/** Changes an input of a whole book into one that is read from an index on, with the bodies of tables before it. */
export function readFrom(input: BookInput, from: number, tables: string[]): void {
  Object.assign(input, { from, tables, peaks: bookOf(input).peaks(from), entries: input.entries.slice(from) });
}

/** Two tables: reading starts behind the second one, which is not given, or at it. */
export function startCases(base: BookCase): BookCase[] {
  const older = tableWith(0, { first_period: String(FIRST - 1), build: 'older' });
  const lines = honestLines(tableWith(0));
  const rows: [name: string, says: string, from: number, lines: readonly Line[]][] = [
    ['read from the middle, a table in force not given', 'incomplete', 2, lines],
    ['read from a table on', 'time-not-proven', 1, lines],
    ['read from a table on, without its first seal', 'breach drawn-unsealed period-missing', 1, lines.toSpliced(1, 1)],
    ['read from a table on, without its first period', 'breach period-missing', 1, lines.toSpliced(1, 2)],
    [
      'read from a table on, without all seals',
      'breach drawn-unsealed drawn-unsealed drawn-unsealed',
      1,
      unsealed(lines),
    ],
    ['read from a table on, without any period', 'overdue', 1, lines.slice(0, 1)],
    ['read from after a table, without all seals', 'incomplete', 2, unsealed(lines)],
    ['read from a void on, whose seal and a later one precede it', 'incomplete', 4, lateVoid(lines)],
  ];
  return rows.map(([name, says, from, shown]) => {
    const input = inputOf([[older], ...shown], tableWith(0));
    const given = from === 1 ? [older] : [older, ...(name.includes('not given') ? [] : [tableWith(0)])];
    readFrom(input, from, given.map(encodeEntry));
    return { name, base: base.name, input, says };
  });
}

/** The first period is void after the seal of the second. */
function lateVoid(lines: readonly Line[]): Line[] {
  return [...lines.slice(0, 2), ...lines.slice(3, 4), [voidAt(0, tableWith(0))], ...lines.slice(4)];
}

function unsealed(lines: readonly Line[]): Line[] {
  return lines.filter(([{ type }]) => type !== 'seal');
}
