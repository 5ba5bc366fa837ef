/**
 * The window of a draw: the checkpoint before the lock, the last one in time for the seal, and every entry between
 * them. Pure functions over untrusted bundles.
 */

import { fromHex, toHex, utf8 } from './bytes.ts';
import type { BookWindow, WindowEntry } from './case.ts';
import { isAbsent, MissingPart, needList } from './case.ts';
import { verifyConsistencyHex } from './consistency.ts';
import { decodeEntry } from './entries.ts';
import type { TableEntry } from './entry-types.ts';
import { leafHash, MerkleFrontier } from './merkle.ts';
import { groupCopies, needHouseTime, needNote, type OpenedCheckpoint, openSeen, textOfNote } from './place.ts';
import type { BookEvidence, ConsistencyPart } from './proof.ts';
import { isConfirmedBy } from './witnesses.ts';

type Values = Record<string, string>;
/** `reason` is null where `window` is set. */
export type WindowReading =
  | { state: 'ok'; reason: null; window: BookWindow; values: Values }
  | { state: 'open' | 'refuted'; reason: string; values: Values };
type Fault = Extract<WindowReading, { state: 'open' | 'refuted' }>;

export interface WindowTerms {
  table: TableEntry;
  /** Unix seconds. */
  tLock: number;
  /** Unix seconds after which a checkpoint no longer counts for the seal. */
  inTimeBy: number;
  logKeys: readonly string[];
  witnessed: readonly string[];
  laterEntries: readonly string[];
  followed?: string | undefined;
  consistency?: readonly ConsistencyPart[];
  /** Verifier keys of the witnesses that the reader confirmed. */
  confirmed?: readonly string[] | undefined;
}

const ENTRIES_MAX = 100_000;

/**
 * Reads and checks the window of a draw. Throws a `MissingPart` on a missing part, and other errors on malformed parts.
 */
export function readWindow(book: BookEvidence, terms: WindowTerms): WindowReading {
  const { table, logKeys, witnessed, followed } = terms;
  const beforeNote = needNote(book.before, 'no-checkpoint');
  if (book.inTime === undefined) throw new MissingPart('no-checkpoint');
  const inTimeNote = book.inTime === null ? null : needNote(book.inTime, 'no-checkpoint');
  const shown = [beforeNote, ...(inTimeNote === null ? [] : [inTimeNote])];
  // The bundle's checkpoints from other times must belong to the same book.
  const beside = [book.table?.checkpoint, book.after?.checkpoint, book.noticed].map((one) => one?.note);
  const own = followed === undefined ? [] : [followed];
  const known = [...shown, ...witnessed, ...beside.filter((note) => typeof note === 'string'), ...own];
  const opened = new Map<string, OpenedCheckpoint | null>();
  for (const [text, copies] of groupCopies(known)) opened.set(text, openSeen(copies, table, logKeys));
  const openOf = (note: string) => opened.get(textOfNote(note)) ?? null;
  const before = openOf(beforeNote);
  const inTime = inTimeNote === null ? before : openOf(inTimeNote);
  if (before === null || inTime === null) return refuted('checkpoint-key');
  const values = { from: String(before.size), to: String(inTime.size), root: inTime.root };
  const others = [...opened.values()].filter((one) => one !== null);
  const fork = forkAmong([before, inTime, ...others]);
  if (fork !== null) return refuted('fork', { ...values, ...fork });
  const backdated = backdatedBy(others);
  if (backdated !== null) return refuted('backdated-cosignature', { ...values, witness: backdated });
  const earlier = followed === undefined ? undefined : openOf(followed);
  const found = { before, inTime, others, values, isEmpty: inTimeNote === null, followed: earlier };
  const times = judgeTimes(book, found, terms);
  if (times !== null) return { ...times, values: { ...values, ...times.values } };
  return readEntries(book, terms, found);
}

/** Two signed roots for one size, which prove a fork; null where there are none. */
function forkAmong(seen: readonly OpenedCheckpoint[]): Values | null {
  const roots = new Map<number, string>();
  for (const { size, root } of seen) {
    const known = roots.get(size);
    if (known !== undefined && known !== root) return { size: String(size), rootA: known, rootB: root };
    roots.set(size, root);
  }
  return null;
}

/**
 * The first witness that cosigned a larger book at an earlier second than a smaller one, so one of its times is false.
 * Null where none did.
 */
export function backdatedBy(seen: readonly OpenedCheckpoint[]): string | null {
  const signed = seen.flatMap(({ cosignatures, size }) => cosignatures.map((one) => ({ ...one, size })));
  for (const witness of new Set(signed.map((one) => one.witness))) {
    const own = signed.filter((one) => one.witness === witness).sort((a, b) => a.atSeconds - b.atSeconds);
    // Largest size before the current second, and up to it.
    let [earlier, largest, second] = [0, 0, -1];
    for (const { size, atSeconds } of own) {
      if (atSeconds > second) [earlier, second] = [largest, atSeconds];
      if (size < earlier) return witness;
      largest = Math.max(largest, size);
    }
  }
  return null;
}

interface Found {
  before: OpenedCheckpoint;
  inTime: OpenedCheckpoint;
  others: readonly OpenedCheckpoint[];
  values: Values;
  isEmpty: boolean;
  /** Undefined where the reader followed no checkpoint. Null where it does not open with the book's keys. */
  followed: OpenedCheckpoint | null | undefined;
}

/** A fault in the times of both checkpoints; null where both existed by their deadlines. */
function judgeTimes(book: BookEvidence, { before, inTime }: Found, terms: WindowTerms): Fault | null {
  const { table, tLock, inTimeBy } = terms;
  if (inTime.size < before.size) return refuted('rolled-back');
  if (table.quorum === '0') {
    if (book.before && needHouseTime(book.before, 'no-time') >= tLock * 1000) return refuted('before-too-late');
    if (book.inTime && needHouseTime(book.inTime, 'no-time') > inTimeBy * 1000) return refuted('in-time-too-late');
    return null;
  }
  if (before.metAt === null || inTime.metAt === null) return { state: 'open', reason: 'not-witnessed', values: {} };
  if (before.metAt >= tLock) return refuted('before-too-late');
  return inTime.metAt > inTimeBy ? refuted('in-time-too-late') : null;
}

/** Rebuilds the tree entry by entry from the first checkpoint, and compares it with every signed root. */
function readEntries(book: BookEvidence, terms: WindowTerms, found: Found): WindowReading {
  const { before, values, others, inTime, isEmpty } = found;
  const { last, from } = widest(found, terms);
  const given = needList(book.entries, 'no-entries');
  const bodies =
    last.size > inTime.size ? [...given.slice(0, inTime.size - before.size), ...terms.laterEntries] : given;
  if (bodies.length > ENTRIES_MAX) return refuted('too-many-entries', values);
  if (given.length < inTime.size - before.size) throw new MissingPart('no-entries');
  const wanted = last.size - before.size;
  if (bodies.length < wanted) {
    const missing = { needFrom: String(inTime.size), needTo: String(last.size) };
    return { state: 'open', reason: 'later-entries', values: { ...values, ...missing } };
  }
  const tree = treeOf(book, before);
  if (tree === null) return refuted('peaks', values);
  const roots = new Map([before, inTime, last, ...others].map(({ size, root }) => [size, root]));
  const entries: WindowEntry[] = [];
  for (const body of bodies.slice(0, wanted)) {
    if (isAbsent(body)) throw new MissingPart('no-entries');
    const seq = tree.size;
    tree.append(leafHash(utf8(body)));
    const signed = roots.get(tree.size);
    if (signed !== undefined && signed !== toHex(tree.root()))
      return refuted('entries', { ...values, at: String(seq) });
    if (seq >= from) entries.push({ seq, body, entry: decodeEntry(body) });
  }
  const witnessed = terms.table.quorum !== '0';
  const window = {
    from,
    to: last.size,
    entries,
    witnessed,
    inTimeAt: last.metAt,
    isEmpty: isEmpty && last === inTime,
    isConfirmed: isConfirmed(found, { from, to: last.size }, terms),
    isFollowed: isFollowed(found, last, terms.consistency ?? []),
  };
  const stated = {
    ...values,
    from: String(from),
    to: String(last.size),
    root: last.root,
    entries: String(entries.length),
  };
  return { state: 'ok', reason: null, window, values: stated };
}

/** Whether enough of the reader's own witnesses saw the first checkpoint before the lock, and the last one in time. */
function isConfirmed({ others }: Found, { from, to }: Pick<BookWindow, 'from' | 'to'>, terms: WindowTerms): boolean {
  const { table, confirmed, tLock, inTimeBy } = terms;
  const isSeen = (size: number, by: number) =>
    others.some((one) => one.size === size && isConfirmedBy(one.cosignatures, by, { ...table, confirmed }));
  return isSeen(from, tLock - 1) && isSeen(to, inTimeBy);
}

/**
 * Whether the book is consistent with the followed checkpoint. Inside the window the tree was compared with every root.
 */
function isFollowed({ followed, before }: Found, last: OpenedCheckpoint, given: readonly ConsistencyPart[]): boolean {
  if (followed === undefined) return true;
  if (followed === null) return false;
  if (followed.size >= before.size && followed.size <= last.size) return true;
  const [small, large] = followed.size < last.size ? [followed, last] : [last, followed];
  const proof = given.find(({ from, to }) => from === small.size && to === large.size)?.proof ?? [];
  return verifyConsistencyHex({
    from: small.size,
    to: large.size,
    fromRoot: small.root,
    toRoot: large.root,
    proof,
  });
}

/** The tree of the first checkpoint from its peaks; null where they do not give its root. */
function treeOf(book: BookEvidence, { size, root }: OpenedCheckpoint): MerkleFrontier | null {
  const peaks = needList(book.peaks, 'no-peaks');
  if (peaks.length === 0 && size > 0) throw new MissingPart('no-peaks');
  const tree = MerkleFrontier.fromPeaks(
    size,
    peaks.map((peak) => fromHex(peak, 32)),
  );
  return toHex(tree.root()) === root ? tree : null;
}

/**
 * The widest window that anyone can show. The protocol's C0 and S are the largest known checkpoints, not the house's
 * choice. A checkpoint that met the policy after the deadline never widens the window.
 */
function widest({ before, inTime, others }: Found, { tLock, inTimeBy }: WindowTerms) {
  let last = inTime;
  let from = before.size;
  for (const one of others) {
    if (one.metAt === null) continue;
    if (one.metAt < tLock) from = Math.max(from, one.size);
    if (one.metAt <= inTimeBy && one.size > last.size) last = one;
  }
  return { last, from: Math.min(from, last.size) };
}

function refuted(reason: string, values: Values = {}): Fault {
  return { state: 'refuted', reason, values };
}
