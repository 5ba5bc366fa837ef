import { decimalOf } from '@tercet/money';
import type { StatementLine } from '../ledger/statement-lines.ts';

/** How lines of the statement are written as CSV. */
export interface CsvStyle {
  currency: string;
  exponent: number;
  /** Describes a line in the reader's language. */
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

/** Tells Excel that the file is UTF-8. */
const BYTE_ORDER_MARK = '\ufeff';
const LINE_END = '\r\n';

export const CSV_HEAD = `${BYTE_ORDER_MARK}${COLUMNS.join(',')}${LINE_END}`;

/**
 * Writes lines as CSV (RFC 4180). Each amount appears in major and minor units. Numbers are plain, so they can be
 * summed. All other cells are text that a spreadsheet cannot take for a formula.
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

/** Texts that spreadsheets run as formulas. An apostrophe in front makes them text. */
const FORMULA = /^[=+\-@\t\r\n\uff1d\uff0b\uff0d\uff20]/;

/** A text cell, quoted when needed. */
export function textCell(text: string): string {
  const harmless = FORMULA.test(text.trimStart()) || FORMULA.test(text) ? `'${text}` : text;
  return /[",\r\n]/.test(harmless) ? `"${harmless.replaceAll('"', '""')}"` : harmless;
}
