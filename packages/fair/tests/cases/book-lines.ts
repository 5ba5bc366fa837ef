/** A book of three periods for the cases of whole books, entry by entry. */
import { hash as nodeHash } from 'node:crypto';
import { ed25519 } from '@noble/curves/ed25519.js';
import {
  type Entry,
  encodeEntry,
  entryHash,
  NOTE_ED25519,
  noticeMessage,
  type TableEntry,
  toHex,
} from '../../src/index.ts';
import { drawOf, LOG, ORIGIN, type Signer, signerOf, TestBook } from '../book-kit.ts';
import { quorumAt, resultOf, tableFor } from '../stories.ts';
import { ZEROS } from './forge.ts';

/** A book as its reader gets it, as JSON. */
export interface BookInput {
  origin: string;
  logKeys: string[];
  isPinned: boolean;
  /** The signed note over all entries. */
  checkpoint: string;
  from: number;
  peaks: string[];
  /** Bodies of the tables before `from`. */
  tables: string[];
  entries: string[];
  witnessed: string[];
  witnessAnswers: string[];
  /** Leaf hashes by draw id; null if the reader does without. */
  slips: Record<string, string[]> | null;
  nowMs: number;
}

export interface BookCase {
  name: string;
  base: string | null;
  input: BookInput;
  /** Verdict, gaps and codes of findings. */
  says: string;
}

export const FIRST = 29_743_210;
const draws = [0, 1, 2].map((step) => drawOf(FIRST + step));
const NEXT = signerOf(ORIGIN, 22, NOTE_ED25519);

/** An entry, and the second at which a quorum has seen it, if any. */
export type Line = readonly [entry: Entry, seenAt?: number];

export function drawAt(index: number) {
  return draws[index] ?? drawOf(FIRST + index);
}

export function leavesOf(index: number): string[] {
  return index === 1 ? [] : [nodeHash('sha256', drawAt(index).drawId, 'hex')];
}

export function hashOf(table: TableEntry): string {
  return entryHash(encodeEntry(table));
}

export function sealAt(index: number, table: TableEntry, change: object = {}): Entry {
  const [leaf] = leavesOf(index);
  const root = leaf ?? toHex(nodeHash('sha256', '', 'buffer'));
  const count = leaf === undefined ? '0' : '1';
  return { type: 'seal', draw_id: drawAt(index).drawId, root, count, table: hashOf(table), ...change } as Entry;
}

export function voidAt(index: number, table: TableEntry, change: object = {}): Entry {
  const { drawId } = drawAt(index);
  return { type: 'void', draw_id: drawId, reason: 'seal-late', table: hashOf(table), ...change } as Entry;
}

export function drawnAt(index: number, change: object = {}): Entry {
  return { ...resultOf(drawAt(index)), ...change } as Entry;
}

export function noticeAt(from: number, old: Signer = LOG): Entry {
  const fields = { type: 'notice-of-change', what: 'book-key', old_key: old.vkey, new_key: NEXT.vkey } as const;
  const unsigned = { ...fields, from: String(from) };
  return { ...unsigned, signature: toHex(ed25519.sign(noticeMessage(unsigned), LOG.secretKey)) };
}

export function owedOn(date: string): Entry {
  return { type: 'liabilities', date, epoch: '1', root: ZEROS, total: '0', leaves: '1', turnover: [] };
}

/** The book's table; its quorum is a majority of the witnesses. */
export function tableWith(witnesses: number, change: Partial<TableEntry> = {}): TableEntry {
  return tableFor(drawOf(FIRST), witnesses, { first_period: String(FIRST), ...change });
}

/** A table and three periods, the second without bets. */
export function honestLines(table: TableEntry): Line[] {
  return [
    [table, drawAt(0).tLock - 100],
    ...draws.flatMap((draw, index): Line[] => [
      [sealAt(index, table), draw.tLock + 2],
      [drawnAt(index), draw.draws + 2],
    ]),
  ];
}

export function inputOf(lines: readonly Line[], table: TableEntry, nowMs = (drawAt(2).draws + 10) * 1000): BookInput {
  const book = new TestBook();
  const witnessed: string[] = [];
  for (const [entry, seenAt] of lines) {
    book.append(entry);
    if (seenAt !== undefined && table.quorum !== '0')
      witnessed.push(book.checkpoint(seenAt, quorumAt(table, seenAt)).note);
  }
  const slips = Object.fromEntries([0, 2].map((index) => [drawAt(index).drawId, leavesOf(index)]));
  return {
    origin: ORIGIN,
    logKeys: [LOG.vkey],
    isPinned: true,
    checkpoint: book.checkpoint(drawAt(2).draws + 5).note,
    from: 0,
    peaks: [],
    tables: [],
    entries: book.bodies,
    witnessed,
    witnessAnswers: [...table.witnesses],
    slips,
    nowMs,
  };
}

/** The book of the entries. */
export function bookOf({ entries }: BookInput): TestBook {
  const book = new TestBook();
  book.bodies.push(...entries);
  return book;
}

export type Bend = (lines: Line[], table: TableEntry) => Line[];

/** Cases of honest lines, each changed in one way. */
export function bent(
  base: BookCase,
  table: TableEntry,
  rows: readonly (readonly [string, string, Bend, number?])[],
): BookCase[] {
  return rows.map(([name, expected, bend, nowMs]) => {
    const input = inputOf(bend(honestLines(table), table), table, nowMs);
    return { name, base: base.name, input, says: expected };
  });
}

/** A case in which one of three witnesses does not answer. */
export function silent(base: BookCase, name: string, expected: string, bend: Bend): BookCase {
  const t = tableWith(3);
  const input = inputOf(bend(honestLines(t), t), t);
  input.witnessAnswers = input.witnessAnswers.slice(1);
  return { name, base: base.name, input, says: expected };
}
