/** The keys that sign a book: the pinned key and those of the announced changes. */
import { ed25519 } from '@noble/curves/ed25519.js';
import { fromHex } from './bytes.ts';
import { isAbsent, MissingPart, need, needList } from './case.ts';
import { openCheckpoint } from './checkpoint.ts';
import { decodeEntryAs, entryHash, noticeMessage } from './entries.ts';
import type { NoticeOfChangeEntry } from './entry-types.ts';
import { NOTE_ED25519, parseVerifierKey } from './note.ts';
import { isPlaceIn } from './place.ts';
import type { BookEvidence } from './proof.ts';

type KeyEvidence = Pick<BookEvidence, 'logKey' | 'notices' | 'noticed'>;

/** `keys` are oldest first. `reason` is a code for why they could not be established. */
export type KeyReading = { keys: string[]; reason: null } | { keys: null; reason: string };

/** Most notices of change in a book. */
export const NOTICES_MAX = 1000;

/**
 * Establishes the keys of a book. Starts at the pinned key, or without one at the key that the house names. Follows
 * notices of change forward and back. A notice counts if the old key signed it and a checkpoint of a key in the chain
 * contains it. Throws a `MissingPart` where the path to `logKey` is incomplete, and a TypeError on a malformed notice.
 */
export function readLogKeys(book: KeyEvidence, pinned?: string): KeyReading {
  const logKey = need(book.logKey, 'no-log-key');
  if (parseVerifierKey(logKey)?.algorithm !== NOTE_ED25519) return { keys: null, reason: 'bad-log-key' };
  const bodies = needList(book.notices, 'no-notices');
  if (bodies.length > NOTICES_MAX) return { keys: null, reason: 'too-many-notices' };
  const notices = bodies.map((body) => decodeEntryAs('notice-of-change', body));
  const chain = chainFrom(pinned ?? notices[0]?.old_key ?? logKey, notices);
  if (chain === null) return { keys: null, reason: 'bad-notice' };
  const candidates = chain.map(({ key }) => key);
  if (!candidates.includes(logKey)) return { keys: null, reason: 'other-logKey' };
  const isPlaced = placesOf(book, candidates);
  const keys: string[] = [];
  for (const { key, notice } of chain) {
    const leadsOn = !keys.includes(logKey);
    if (notice !== null) {
      const placed = isPlaced(notice);
      if (placed === null && leadsOn) throw new MissingPart('no-notice-place');
      if (placed === false) return { keys: null, reason: 'notice-not-in-book' };
      if (placed === null) break;
    }
    keys.push(key);
  }
  return { keys: [...formerKeys(notices, keys, isPlaced), ...keys], reason: null };
}

/** `readLogKeys` for callers that need no reason. Null where the keys cannot be established. */
export function logKeysOf(book: KeyEvidence, pinned?: string): string[] | null {
  try {
    return readLogKeys(book, pinned).keys;
  } catch {
    return null;
  }
}

/** Whether the old key signed a change of key, and both keys belong to the same book. */
export function isSignedNotice(notice: NoticeOfChangeEntry): boolean {
  const [old, next] = [parseVerifierKey(notice.old_key), parseVerifierKey(notice.new_key)];
  if (old?.algorithm !== NOTE_ED25519 || next?.algorithm !== NOTE_ED25519 || old.name !== next.name) return false;
  try {
    return ed25519.verify(fromHex(notice.signature), noticeMessage(notice), fromHex(old.publicKey), { zip215: false });
  } catch {
    return false;
  }
}

interface ChainLink {
  key: string;
  /** Index of the notice that leads to the key; null for the first key. */
  notice: number | null;
}

/** The keys from the first one on. Null where a key in the chain did not sign its own notice. */
function chainFrom(first: string, notices: readonly NoticeOfChangeEntry[]): ChainLink[] | null {
  const chain: ChainLink[] = [{ key: first, notice: null }];
  for (const [index, notice] of notices.entries()) {
    const known = chain.map(({ key }) => key);
    if (!known.includes(notice.old_key) || known.includes(notice.new_key)) continue;
    if (!isSignedNotice(notice)) return null;
    chain.push({ key: notice.new_key, notice: index });
  }
  return chain;
}

/** Whether the checkpoint that the book shows for a notice contains it; null where no such checkpoint is shown. */
type IsPlaced = (notice: number) => boolean | null;

function placesOf({ notices, noticed }: KeyEvidence, keys: readonly string[]): IsPlaced {
  if (isAbsent(noticed)) return () => null;
  const { note, places } = noticed as NonNullable<typeof noticed>;
  if (isAbsent(note) || isAbsent(places)) return () => null;
  const checkpoint = openCheckpoint(note, keys);
  return (index) => {
    const place = Array.isArray(places) ? places[index] : null;
    if (isAbsent(place)) return null;
    return checkpoint !== null && isPlaceIn(entryHash(notices[index] ?? ''), place, checkpoint);
  };
}

/**
 * The keys before the first one. Anyone can sign a notice to another's key, so only a notice in that key's own book
 * counts.
 */
function formerKeys(notices: readonly NoticeOfChangeEntry[], keys: readonly string[], isPlaced: IsPlaced): string[] {
  const former: string[] = [];
  for (const [index, notice] of [...notices.entries()].reverse()) {
    const known = [...former, ...keys];
    if (!known.includes(notice.new_key) || known.includes(notice.old_key)) continue;
    if (isSignedNotice(notice) && isPlaced(index) === true) former.push(notice.old_key);
  }
  return former.reverse();
}
