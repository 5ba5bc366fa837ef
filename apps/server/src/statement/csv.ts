import { decimalOf } from '@tercet/money';
import type { StatementLine } from '../ledger/statement-lines.ts';

/** What a line of the statement is written with, in the file that programs read. */
export interface CsvStyle {
  currency: string;
  exponent: number;
  /** In the reader's words. */
  describe(line: StatementLine): string;
}

const COLUMNS = [
  'time',
  'kind',
  'description',
  ...['amount', 'amount_minor', 'held', 'held_minor'],
  ...['balance', 'balance_minor', 'held_balance', 'held_balance_minor'],
  'currency',
  'reference',
];

/** Excel takes a file for UTF-8 by this mark at its beginning. */
const BYTE_ORDER_MARK = '\ufeff';
const LINE_END = '\r\n';

export const CSV_HEAD = `${BYTE_ORDER_MARK}${COLUMNS.join(',')}${LINE_END}`;

/**
 * Lines by RFC 4180. Each amount is there in major units and in minor ones. Numbers are plain, so that they add up;
 * every other cell is text, and says nothing that a spreadsheet would take for a formula.
 */
export function csvOf(lines: readonly StatementLine[], { currency, exponent, describe }: CsvStyle): string {
  return lines
    .map((line) => {
      const cells = [
        new Date(line.atMs).toISOString(),
        textCell(line.kind),
        textCell(describe(line)),
        ...[line.availableDelta, line.heldDelta, line.availableAfter, line.heldAfter].flatMap((minor) => [
          decimalOf(minor, exponent),
          minor,
        ]),
        textCell(currency),
        line.ref,
      ];
      return cells.join(',') + LINE_END;
    })
    .join('');
}

/** Spreadsheets run what begins like this; an apostrophe before it makes it text. */
const FORMULA = /^[=+\-@\t\r\n\uff1d\uff0b\uff0d\uff20]/;

/** A cell of text, quoted where it has to be. */
export function textCell(text: string): string {
  const harmless = FORMULA.test(text.trimStart()) || FORMULA.test(text) ? `'${text}` : text;
  return /[",\r\n]/.test(harmless) ? `"${harmless.replaceAll('"', '""')}"` : harmless;
}
