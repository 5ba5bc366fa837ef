import {
  consistencyFromTiles,
  decodeEntryAs,
  entryHash,
  inclusionFromTiles,
  isSignedNotice,
  MerkleFrontier,
  openCheckpoint,
  parseCheckpointText,
  parseNote,
  peaksFromTiles,
  type ReadTile,
  tileWidth,
  toHex,
  verifyConsistencyHex,
  verifyInclusionHex,
} from '@tercet/fair';
import type { BookStore } from './book-store.ts';

/** The newest checkpoint that this phone has seen and verified as an extension of all earlier ones. */
export interface FollowedBook {
  /** Verifier key: the first one that the house named, or its successor by notices of change. */
  logKey: string;
  note: string;
  size: number;
  root: string;
  /** When the phone began to follow the book, and the book's size then. */
  sinceMs: number;
  sinceSize: number;
  seenAtMs: number;
  /** Earlier keys, oldest first. */
  formerKeys: readonly string[];
}

/**
 * `fork`: two signed trees, neither of which extends the other. `rollback`: a smaller tree than was seen before.
 *
 * `wrong-key`: not signed with the key that this phone knows. `no-proof`: nothing proves that the tree only grew.
 */
export type BreachKind = 'fork' | 'rollback' | 'wrong-key' | 'no-proof';

/** A breach by the house, with all evidence to convince others. */
export interface BookBreach {
  kind: BreachKind;
  foundAtMs: number;
  /** Null if the very first checkpoint was not signed with the key that the house names. */
  followed: FollowedBook | null;
  shown: { note: string; namedKey: string | null };
  /** For a fork: the new tree's root at the size of the old one; `proof` is its consistency proof. */
  otherRoot: string | null;
  proof: readonly string[];
}

export type Following =
  | { state: 'followed'; book: FollowedBook; began: boolean }
  | { state: 'breach'; breach: BookBreach }
  /** The house names no key of its book. */
  | { state: 'unnamed' };

/** Where to read the book. Each call throws without an answer; following then concludes nothing. */
export interface BookSource {
  checkpoint(): Promise<string>;
  logKey(): Promise<string | null>;
  notices(): Promise<readonly { seq: number; body: string }[]>;
  tile: ReadTile;
  nowMs(): number;
  /** Waits before an apparent breach is checked again. */
  pause(): Promise<void>;
}

/** Keys that sign the book, oldest first. */
export function keysOf({ formerKeys, logKey }: Pick<FollowedBook, 'formerKeys' | 'logKey'>): string[] {
  return [...new Set([...formerKeys, logKey])];
}

const HASH_BYTES = 32;
export const FOLLOWED = 'followed';
const BREACH = 'breach';

/**
 * Reads the newest checkpoint and verifies that it extends the stored one. Stores a breach until the member dismisses
 * it, so that a later answer of the house cannot hide it.
 */
export async function followBook(source: BookSource, store: BookStore): Promise<Following> {
  const known = await store.read<BookBreach>(BREACH);
  if (known !== null) return { state: 'breach', breach: known };
  const stored = await store.read<FollowedBook>(FOLLOWED);
  let found = await judge(source, stored);
  if (found.state === 'breach') {
    await source.pause();
    found = await judge(source, stored);
  }
  if (found.state === 'breach') {
    const { breach } = found;
    await store.change<BookBreach>(BREACH, (old) => old ?? breach);
  } else if (found.state === 'followed') {
    const { book } = found;
    await store.change<FollowedBook>(FOLLOWED, (old) => (old !== null && old.size > book.size ? old : book));
  }
  return found;
}

/** Deletes a breach that the member has seen, and follows the book from its current checkpoint. */
export async function beginAnew(store: BookStore): Promise<void> {
  await store.change(FOLLOWED, () => null);
  await store.change(BREACH, () => null);
}

async function judge(source: BookSource, stored: FollowedBook | null): Promise<Following> {
  const namedKey = stored === null ? await source.logKey() : null;
  const pinned = stored?.logKey ?? namedKey;
  if (pinned === null) return { state: 'unnamed' };
  const note = await source.checkpoint();
  const foundAtMs = source.nowMs();
  const breach = (kind: BreachKind, otherRoot: string | null = null, proof: readonly string[] = []): Following => ({
    state: 'breach',
    breach: { kind, foundAtMs, followed: stored, shown: { note, namedKey }, otherRoot, proof },
  });

  const keys = await keysFrom(pinned, note, source);
  const logKey = keys.at(-1) ?? pinned;
  const opened = openCheckpoint(note, keys);
  if (opened === null) return breach('wrong-key');
  const { size, root } = opened;
  const formerKeys = [...(stored?.formerKeys ?? []), ...keys.slice(0, -1)];
  if (stored === null) {
    const book = { logKey, note, size, root, sinceMs: foundAtMs, sinceSize: size, seenAtMs: foundAtMs, formerKeys };
    return { state: 'followed', book, began: true };
  }
  if (size < stored.size) return breach('rollback');
  const compared = await compare(stored, { size, root }, source.tile);
  if (!compared.continues)
    return breach(compared.otherRoot === null ? 'no-proof' : 'fork', compared.otherRoot, compared.proof);
  return {
    state: 'followed',
    book: { ...stored, logKey, note, size, root, seenAtMs: foundAtMs, formerKeys },
    began: false,
  };
}

interface Root {
  size: number;
  root: string;
}

interface Compared {
  continues: boolean;
  otherRoot: string | null;
  proof: string[];
}

/**
 * Compares two roots. If the larger tree does not extend the smaller, `otherRoot` is its root at that size, if proven.
 */
async function compare(from: Root, to: Root, readTile: ReadTile): Promise<Compared> {
  if (from.size === to.size) return { continues: from.root === to.root, otherRoot: to.root, proof: [] };
  const tile = tilesOf(to.size, readTile);
  try {
    const proof = (await consistencyFromTiles(from.size, to.size, tile)).map(toHex);
    const claim = { from: from.size, to: to.size, toRoot: to.root, proof };
    if (verifyConsistencyHex({ ...claim, fromRoot: from.root })) return { continues: true, otherRoot: null, proof };
    const peaks = await peaksFromTiles(from.size, tile);
    const otherRoot = toHex(MerkleFrontier.fromPeaks(from.size, peaks).root());
    const shown = verifyConsistencyHex({ ...claim, fromRoot: otherRoot });
    return { continues: false, otherRoot: shown ? otherRoot : null, proof };
  } catch (error) {
    // The served bytes are not a tile.
    if (error instanceof TypeError) return { continues: false, otherRoot: null, proof: [] };
    throw error;
  }
}

/** Reads tiles at their width in a tree of this size and cuts them, because narrower partial tiles may be gone. */
function tilesOf(size: number, readTile: ReadTile): ReadTile {
  return async (level, index, width) => {
    const tile = await readTile(level, index, tileWidth(size, level, index));
    return tile.subarray(0, width * HASH_BYTES);
  };
}

/**
 * The pinned key and its successors by key-change notices, up to the signer of the note. A notice counts if the
 * previous key signed it, its time has come, and the note's tree contains it.
 */
async function keysFrom(pinned: string, note: string, source: BookSource): Promise<string[]> {
  const keys = [pinned];
  if (openCheckpoint(note, keys) !== null) return keys;
  const signed = parseNote(note);
  const checkpoint = signed && parseCheckpointText(signed.text);
  if (!checkpoint) return keys;
  for (const { seq, body } of await source.notices()) {
    const notice = readNotice(body);
    if (notice === null || notice.old_key !== keys.at(-1) || keys.includes(notice.new_key)) continue;
    if (!isSignedNotice(notice) || Number(notice.from) * 1000 > source.nowMs() || !isPlace(seq, checkpoint.size))
      continue;
    const proof = (await inclusionFromTiles(seq, checkpoint.size, source.tile)).map(toHex);
    const { size, root } = checkpoint;
    if (!verifyInclusionHex({ leafHash: entryHash(body), index: seq, size, proof, root })) continue;
    keys.push(notice.new_key);
    if (openCheckpoint(note, [notice.new_key]) !== null) return keys;
  }
  return [pinned];
}

function isPlace(seq: number, size: number): boolean {
  return Number.isSafeInteger(seq) && seq >= 0 && seq < size;
}

function readNotice(body: string) {
  try {
    return decodeEntryAs('notice-of-change', body);
  } catch {
    return null;
  }
}
