/**
 * What the public book says of one draw: which checkpoints stood before the lock and in time for the seal, and every
 * entry between the two. Pure; nothing in the bundle is believed before it is checked.
 */
import { ed25519 } from '@noble/curves/ed25519.js';
import { fromHex, toHex, utf8 } from './bytes.ts';
import { type Cosignature, cosignaturesOf, openCheckpoint } from './checkpoint.ts';
import { decodeEntry, decodeEntryAs, entryHash, noticeMessage } from './entries.ts';
import type { Entry, NoticeOfChangeEntry, TableEntry } from './entry-types.ts';
import { leafHash, MerkleFrontier, verifyInclusionHex } from './merkle.ts';
import { NOTE_ED25519, parseVerifierKey } from './note.ts';
import type { BookEvidence, EntryPlace, SeenCheckpoint } from './proof.ts';

/** A checkpoint whose signature was checked, with the valid cosignatures of the table's witnesses. */
export interface OpenedCheckpoint {
  size: number;
  root: string;
  /** One a witness, its earliest. */
  cosignatures: readonly Cosignature[];
  /** Unix seconds at which it met the table's policy; null if it did not, or there are no witnesses. */
  metAt: number | null;
}

/** An entry of the window with its place in the book. */
export interface WindowEntry {
  seq: number;
  body: string;
  entry: Entry;
}

/** The part of the book between the lock and the last moment for a seal. */
export interface BookWindow {
  from: number;
  to: number;
  entries: readonly WindowEntry[];
  /** Witnesses say when; without, only the house does. */
  witnessed: boolean;
  /** Unix seconds (or null) when the last checkpoint of the window met the policy. */
  inTimeAt: number | null;
}

/** `reason` is null where `window` is there. `ok` false: refuted; null: cannot be said (yet). */
export type WindowReading =
  | { ok: true; reason: null; window: BookWindow; values: Record<string, string> }
  | { ok: false | null; reason: string; values: Record<string, string> };

export interface WindowTerms {
  table: TableEntry;
  /** Unix seconds. */
  tLock: number;
  /** A checkpoint counts for the seal up to this second. */
  inTimeBy: number;
  logKeys: readonly string[];
  witnessed: readonly string[];
  laterEntries: readonly string[];
}

const ENTRIES_MAX = 100_000;

/**
 * The keys to believe for a book, from the one that was pinned (or, without, the one that the house names) along the
 * notices of change; and back to those before it, where a checkpoint of a believed key shows the notice. Null where a
 * notice is malformed or not signed by a key that is believed.
 */
export function logKeysOf(
  book: Pick<BookEvidence, 'logKey' | 'notices' | 'noticed'>,
  pinned?: string,
): string[] | null {
  const notices = book.notices.map((body) => decodeEntryAs('notice-of-change', body));
  const keys = [pinned ?? notices[0]?.old_key ?? book.logKey];
  for (const notice of notices) {
    if (!keys.includes(notice.old_key)) continue;
    if (!isSignedNotice(notice)) return null;
    keys.push(notice.new_key);
  }
  if (!keys.includes(book.logKey)) return null;
  return [...formerKeys(book, notices, keys), ...keys];
}

/** Anybody can sign a notice that leads to somebody else's key: only one that stands in that key's book counts. */
function formerKeys(
  { notices, noticed }: Pick<BookEvidence, 'notices' | 'noticed'>,
  entries: readonly NoticeOfChangeEntry[],
  keys: readonly string[],
): string[] {
  const checkpoint = noticed ? openCheckpoint(noticed.note, keys) : null;
  const former: string[] = [];
  if (!noticed || checkpoint === null) return former;
  const { size, root } = checkpoint;
  for (const [index, notice] of [...entries.entries()].reverse()) {
    const place = noticed.places[index];
    const leads = [...former, ...keys].includes(notice.new_key) && ![...former, ...keys].includes(notice.old_key);
    if (!leads || place === undefined || !isSignedNotice(notice)) continue;
    const leafHash = entryHash(notices[index] ?? '');
    if (verifyInclusionHex({ leafHash, index: place.index, size, proof: place.proof, root }))
      former.push(notice.old_key);
  }
  return former.reverse();
}

/** Whether a change of key is signed with the old key, and both keys are keys of the same book. */
export function isSignedNotice(notice: NoticeOfChangeEntry): boolean {
  const [old, next] = [parseVerifierKey(notice.old_key), parseVerifierKey(notice.new_key)];
  if (old?.algorithm !== NOTE_ED25519 || next?.algorithm !== NOTE_ED25519 || old.name !== next.name) return false;
  try {
    return ed25519.verify(fromHex(notice.signature), noticeMessage(notice), fromHex(old.publicKey), { zip215: false });
  } catch {
    return false;
  }
}

/**
 * The checkpoint that notes of one text show: signed with one of the keys, of this table's book; null for any other.
 * Each note is judged alone, so that a bad line that somebody added to a copy spoils that copy and no other.
 */
export function openSeen(
  notes: readonly string[],
  table: TableEntry,
  logKeys: readonly string[],
): OpenedCheckpoint | null {
  const opened = notes.flatMap((note) => openCheckpoint(note, logKeys) ?? [])[0];
  if (opened === undefined || opened.origin !== table.origin) return null;
  const earliest = new Map<string, Cosignature>();
  for (const found of notes.flatMap((note) => cosignaturesOf(note, table.witnesses))) {
    // By the key itself: one witness under two names counts once.
    const key = parseVerifierKey(found.witness)?.publicKey ?? '';
    const known = earliest.get(key);
    if (known === undefined || found.atSeconds < known.atSeconds) earliest.set(key, found);
  }
  const cosignatures = [...earliest.values()].sort((a, b) => a.atSeconds - b.atSeconds);
  const metAt = cosignatures[Number(table.quorum) - 1]?.atSeconds ?? null;
  return { size: opened.size, root: opened.root, cosignatures, metAt };
}

/** Whether an entry's hash stands at its place in the tree of a checkpoint. */
export function isInCheckpoint(hash: string, place: EntryPlace, checkpoint: OpenedCheckpoint): boolean {
  const { size, root } = checkpoint;
  return verifyInclusionHex({ leafHash: hash, index: place.index, size, proof: place.proof, root });
}

/** Reads and checks the window of a draw. Throws on a bundle whose parts have the wrong shape. */
export function readWindow(book: BookEvidence, terms: WindowTerms): WindowReading {
  const { table, logKeys } = terms;
  const copies = copiesByText(book, terms);
  const openOf = ({ note }: SeenCheckpoint) => openSeen(copies.get(textOf(note)) ?? [], table, logKeys);
  const before = book.before === null ? EMPTY : openOf(book.before);
  const inTime = book.inTime === null ? before : openOf(book.inTime);
  if (before === null || inTime === null) return refuted('checkpoint-key');
  const values = { from: String(before.size), to: String(inTime.size), root: inTime.root };
  const others = [...copies.values()].flatMap((notes) => openSeen(notes, table, logKeys) ?? []);
  const fork = forkAmong([before, inTime, ...others]);
  if (fork !== null) return refuted('fork', { ...values, ...fork });
  const backdated = backdatedBy(others);
  if (backdated !== null) return refuted('backdated-cosignature', { ...values, witness: backdated });
  const times = judgeTimes(book, before, inTime, terms);
  if (times !== null) return { ...times, values: { ...values, ...times.values } };
  return readEntries(book, terms, { before, inTime, others, values });
}

const EMPTY: OpenedCheckpoint = { size: 0, root: toHex(new MerkleFrontier().root()), cosignatures: [], metAt: null };

/** Copies of one checkpoint bear different signatures: what one witness shows counts together with the house's copy. */
function copiesByText(book: BookEvidence, { witnessed }: WindowTerms): Map<string, string[]> {
  const copies = new Map<string, string[]>();
  const shown = [book.before, book.inTime].flatMap((one) => (one === null ? [] : [one.note]));
  for (const note of [...shown, ...witnessed]) copies.set(textOf(note), [...(copies.get(textOf(note)) ?? []), note]);
  return copies;
}

function textOf(note: string): string {
  return note.slice(0, note.lastIndexOf('\n\n') + 1);
}

/** Two signed roots for one size: the book was told in two ways. */
function forkAmong(seen: readonly OpenedCheckpoint[]): Record<string, string> | null {
  const roots = new Map<number, string>();
  for (const { size, root } of seen) {
    const known = roots.get(size);
    if (known !== undefined && known !== root) return { size: String(size), rootA: known, rootB: root };
    roots.set(size, root);
  }
  return null;
}

/** A witness that saw a larger book earlier than a smaller one gave a time that was not. Names the first such. */
export function backdatedBy(seen: readonly OpenedCheckpoint[]): string | null {
  const signed = seen.flatMap(({ cosignatures, size }) => cosignatures.map((one) => ({ ...one, size })));
  for (const witness of new Set(signed.map((one) => one.witness))) {
    const own = signed.filter((one) => one.witness === witness).sort((a, b) => a.atSeconds - b.atSeconds);
    // The largest at an earlier second, and up to the second at hand.
    let [earlier, largest, second] = [0, 0, -1];
    for (const { size, atSeconds } of own) {
      if (atSeconds > second) [earlier, second] = [largest, atSeconds];
      if (size < earlier) return witness;
      largest = Math.max(largest, size);
    }
  }
  return null;
}

type Fault = Extract<WindowReading, { ok: false | null }>;

/** Null where both checkpoints stood when they had to. */
function judgeTimes(
  book: BookEvidence,
  before: OpenedCheckpoint,
  inTime: OpenedCheckpoint,
  { table, tLock, inTimeBy }: WindowTerms,
): Fault | null {
  if (inTime.size < before.size) return refuted('rolled-back');
  if (table.quorum === '0') {
    const [first, last] = [book.before?.atMs ?? 0, book.inTime?.atMs ?? book.before?.atMs ?? 0];
    if (first >= tLock * 1000) return refuted('before-too-late');
    return last > inTimeBy * 1000 ? refuted('in-time-too-late') : null;
  }
  if (before.size > 0 && before.metAt === null) return { ok: null, reason: 'not-witnessed', values: {} };
  if (inTime.size > 0 && inTime.metAt === null) return { ok: null, reason: 'not-witnessed', values: {} };
  if (before.metAt !== null && before.metAt >= tLock) return refuted('before-too-late');
  if (inTime.metAt !== null && inTime.metAt > inTimeBy) return refuted('in-time-too-late');
  return null;
}

interface Found {
  before: OpenedCheckpoint;
  inTime: OpenedCheckpoint;
  others: readonly OpenedCheckpoint[];
  values: Record<string, string>;
}

/** Rebuilds the tree from the first checkpoint on, entry by entry, and compares it with every root that was signed. */
function readEntries(book: BookEvidence, terms: WindowTerms, found: Found): WindowReading {
  const { before, others, values } = found;
  const { last, from } = widest(found, terms);
  const bodies = last.size > found.inTime.size ? [...book.entries, ...terms.laterEntries] : book.entries;
  if (bodies.length > ENTRIES_MAX) return refuted('too-many-entries', values);
  const wanted = last.size - before.size;
  if (bodies.length < wanted && last.size > found.inTime.size) {
    const missing = { needFrom: String(found.inTime.size), needTo: String(last.size) };
    return { ok: null, reason: 'later-checkpoint', values: { ...values, ...missing } };
  }
  const roots = new Map([before, found.inTime, last, ...others].map(({ size, root }) => [size, root]));
  const tree = MerkleFrontier.fromPeaks(
    before.size,
    book.peaks.map((peak) => fromHex(peak, 32)),
  );
  const entries: WindowEntry[] = [];
  if (toHex(tree.root()) !== before.root) return refuted('peaks', values);
  for (const body of bodies.slice(0, wanted)) {
    const seq = tree.size;
    tree.append(leafHash(utf8(body)));
    const signed = roots.get(tree.size);
    if (signed !== undefined && signed !== toHex(tree.root()))
      return refuted('entries', { ...values, at: String(seq) });
    if (seq >= from) entries.push({ seq, body, entry: decodeEntry(body) });
  }
  if (tree.size !== last.size) return refuted('entries', { ...values, at: String(tree.size) });
  const witnessed = terms.table.quorum !== '0';
  const window = { from, to: last.size, entries, witnessed, inTimeAt: last.metAt };
  const said = {
    ...values,
    from: String(from),
    to: String(last.size),
    root: last.root,
    entries: String(entries.length),
  };
  return { ok: true, reason: null, window, values: said };
}

/** The protocol's C0 and S are the largest that anyone can show, not those that the house chose to show. */
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

function refuted(reason: string, values: Record<string, string> = {}): Fault {
  return { ok: false, reason, values };
}
