/** Reads the newest checkpoint that the club shows, under the keys that follow from the pinned one. */
import { parseCheckpointText, parseNote } from '@tercet/fair';
import { readable, readBookKeys } from '../check/book-keys.ts';
import { GAPS } from '../check/book-report.ts';
import type { Club } from '../check/club.ts';
import { openBook, type SignedBook, tilesOf } from '../check/read-book.ts';
import { REFUTED } from '../check/sentences.ts';
import { type Condition, condition } from './alarm.ts';

/** The checkpoint and the book's keys, or what is wrong with it. */
export type Shown = { now: SignedBook; keys: readonly string[] } | { wrong: Condition };

/** Throws a `CheckFailure` where the club does not answer. */
export async function readShown(
  club: Club,
  { origin, logKey, keys }: { origin: string; logKey: string; keys: readonly string[] },
): Promise<Shown> {
  const bytes = await club.book('checkpoint');
  const note = bytes === null ? '' : new TextDecoder().decode(bytes);
  // Bytes that are no checkpoint may come from a captive portal.
  if (parseCheckpointText(parseNote(note)?.text ?? '') === null) return { wrong: missing('no-checkpoint') };
  const named = await namedKey(club);
  const known = named === undefined || keys.includes(named) ? openBook(note, keys) : null;
  if (known !== null) return ofOrigin(known, origin, keys);
  return readKeys(club, note, { origin, logKey, named: named ?? logKey });
}

/** The key that the club names; undefined where it names none. */
async function namedKey(club: Club): Promise<string | undefined> {
  const named = (await club.house())?.book?.logKey;
  return typeof named === 'string' ? named : undefined;
}

/** Reads the keys again: the book may have changed its key. */
async function readKeys(
  club: Club,
  note: string,
  { origin, logKey, named }: { origin: string; logKey: string; named: string },
): Promise<Shown> {
  const notices = readable('notice-of-change', await club.entriesOf('notice-of-change'));
  const read = await readBookKeys(note, { logKey: named, notices, tiles: tilesOf(club), trusted: logKey });
  if ('missing' in read) return { wrong: missing('no-notices') };
  if ('refuted' in read) return { wrong: refuted(read.refuted) };
  const now = openBook(note, read.keys);
  return now === null ? { wrong: refuted('checkpoint-key') } : ofOrigin(now, origin, read.keys);
}

function ofOrigin(now: SignedBook, origin: string, keys: readonly string[]): Shown {
  return now.checkpoint.origin === origin ? { now, keys } : { wrong: refuted('other-origin') };
}

export function missing(gap: keyof typeof GAPS, subject: string | null = null): Condition {
  return condition('missing', gap, `Missing: ${GAPS[gap].what}`, { subject });
}

function refuted(reason: string): Condition {
  return condition('breach', reason, REFUTED[reason] ?? reason);
}
