import { currencyExponent, decimalOf } from '@tercet/money';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { type Act, record } from '../../../audit/audit.ts';
import { beginConsistentRead, type ConsistentRead } from '../../../db/consistent-read.ts';
import type { Db } from '../../../db/pool.ts';
import { type Tx, transaction } from '../../../db/transaction.ts';
import { Refusal } from '../../../refusal.ts';
import { textCell } from '../../../statement/csv.ts';
import { sendDownload } from '../../shared/download.ts';
import { staffOf } from '../staff-caller.ts';
import type { CsvDeps } from './deps.ts';

/** A CSV file for spreadsheets: the content of a list under the same filter. */
export interface CsvPlan {
  /** Name of the file, also in the audit log. */
  name: string;
  columns: readonly string[];
  filter: unknown;
  /** One page from the read; `cursor` is the `nextCursor` of the page before. */
  page(q: Tx['q'], limit: number, cursor?: string): Promise<CsvPage>;
}

export interface CsvPage {
  rows: Cell[][];
  /**
   * Ids of the members on the page, without gaps; duplicates are possible. Each member's audit events include the
   * file.
   */
  members: readonly string[];
  nextCursor: string | null;
  total: number;
}

/** Text is escaped so that no spreadsheet runs it as a formula; numbers stay numbers. */
export type Cell = string | number | bigint | null;

const PAGE = 1_000;
const ROWS_MAX = 50_000;
const DOWNLOAD_MS_MAX = 120_000;
/** Byte order mark, by which Excel detects UTF-8. */
const BYTE_ORDER_MARK = '\ufeff';
const LINE_END = '\r\n';

/**
 * Sends a list as a CSV file, page by page. The audit event, with person, filter and row count, is committed before
 * the first byte is sent. Throws `export-too-large`, `throttled`, `busy`.
 */
export async function sendCsv(
  request: FastifyRequest,
  reply: FastifyReply,
  { db, downloads }: CsvDeps,
  plan: CsvPlan,
): Promise<FastifyReply> {
  const staff = staffOf(request);
  downloads.count(staff.id);
  const leave = downloads.enter(staff.id);
  let read: ConsistentRead | null = null;
  try {
    read = await beginConsistentRead(db);
    const first = await plan.page(read.q, PAGE);
    if (first.total > ROWS_MAX) throw new Refusal('export-too-large', { max: ROWS_MAX });
    const after = { file: plan.name, filter: plan.filter, rows: first.total };
    const by = { staff, why: null, address: request.ip };
    await transaction(db, (tx) => record(tx, { ...by, act: 'exported', after }));
    const note = ({ members }: CsvPage) => noteMembers(db, by, plan.name, members);
    await note(first);
    const pieces = piecesOf(plan, read, { first, note, leave });
    return await sendDownload(reply, {
      type: 'text/csv; charset=utf-8',
      name: plan.name,
      pieces,
      msMax: DOWNLOAD_MS_MAX,
    });
  } catch (error) {
    await read?.end();
    leave();
    throw error;
  }
}

/** Writes audit events for the members in the next rows. */
async function noteMembers(
  db: Db,
  by: Pick<Act, 'staff' | 'why' | 'address'>,
  file: string,
  members: readonly string[],
): Promise<void> {
  if (members.length === 0) return;
  const after = { file, members: [...new Set(members)] };
  await transaction(db, (tx) => record(tx, { ...by, act: 'rows-exported', after }));
}

/**
 * Yields the file in pieces. Each page is logged before it is sent; the caller logs the first. Calls `leave` when it
 * ends, also by an error or an abort.
 */
async function* piecesOf(
  plan: CsvPlan,
  read: ConsistentRead,
  { first, note, leave }: { first: CsvPage; note: (page: CsvPage) => Promise<void>; leave: () => void },
): AsyncGenerator<string, undefined> {
  try {
    yield `${BYTE_ORDER_MARK}${plan.columns.join(',')}${LINE_END}${linesOf(first.rows)}`;
    let cursor = first.nextCursor;
    while (cursor !== null) {
      const next: CsvPage = await plan.page(read.q, PAGE, cursor);
      await note(next);
      yield linesOf(next.rows);
      cursor = next.nextCursor;
    }
  } finally {
    await read.end();
    leave();
  }
}

function linesOf(rows: readonly Cell[][]): string {
  return rows.map((row) => row.map(cellOf).join(',') + LINE_END).join('');
}

function cellOf(cell: Cell): string {
  if (cell === null) return '';
  return typeof cell === 'string' ? textCell(cell) : String(cell);
}

/** A time in ISO 8601; null for none. */
export function timeCell(ms: number | null): string | null {
  return ms === null ? null : new Date(ms).toISOString();
}

/**
 * Cells of an amount above zero: in major units by ISO 4217, in minor units, and its currency. Major units are null
 * for a code that is no currency, since its decimals are unknown.
 */
export function moneyCells(amount: bigint, currency: string, money: CsvDeps['money']): Cell[] {
  const exponent = currency === money.currency ? money.exponent : currencyExponent(currency);
  return [exponent === null ? null : decimalOf(amount, exponent), amount, currency];
}

/** Column names of `moneyCells`. */
export function moneyColumns(name: string): string[] {
  return [name, `${name}_minor`, `${name}_currency`];
}
