/** `tercet verify book URL`: checks every entry of a club's public book. */

import { BookCheck, decodeEntryAs, parseCheckpointText, parseNote, peaksFromTiles } from '@tercet/fair';
import { readable, readBookKeys } from './book-keys.ts';
import type { BookFound } from './book-report.ts';
import { type BookReading, bookReport, brokenBook } from './book-report.ts';
import { type CheckContext, knownWitnesses } from './check-context.ts';
import type { Club, ListedEntry } from './club.ts';
import {
  continues,
  NotHandedOut,
  nativeHash,
  openBook,
  provenStops,
  provenTables,
  readBodies,
  type SignedBook,
  startOf,
  tilesOf,
} from './read-book.ts';
import { readLists } from './read-lists.ts';
import type { Report } from './report.ts';
import { changeState } from './state.ts';
import { originOf, pinAsRequested, type Trust, trustIn } from './trust.ts';
import { askWitnesses } from './witness-answers.ts';

/** Seconds for which witnesses keep what they cosigned. */
const WITNESS_SECONDS = 90 * 86_400;

export async function checkBook(asking: CheckContext): Promise<Report> {
  const { options, surroundings } = asking;
  const club = asking.club as Club;
  await pinAsRequested(options, surroundings, club);
  const note = textOf(await club.book('checkpoint'));
  const reported = note === null ? null : parseCheckpointText(parseNote(note)?.text ?? '');
  const origin = originOf(options) ?? reported?.origin ?? '';
  const trust = await trustIn(options, origin);
  const logKey = (await namedKey(club)) ?? trust.pinned ?? trust.firstSeen;
  const reading: BookReading = { address: club.address, trust, logKey: logKey ?? null };
  // Bytes that are no checkpoint may come from a captive portal.
  if (note === null || reported === null) return brokenBook(reading, { gap: 'no-checkpoint' });
  if (logKey === undefined) return brokenBook(reading, { gap: 'no-log-key' });
  const tiles = tilesOf(club);
  const notices = readable('notice-of-change', await club.entriesOf('notice-of-change'));
  const trusted = trust.pinned ?? trust.firstSeen;
  const read = await readBookKeys(note, { logKey, notices, tiles, trusted });
  if ('refuted' in read) return brokenBook(reading, { refuted: read.refuted });
  if ('missing' in read) return brokenBook(reading, { gap: 'no-notices' });
  const now = openBook(note, read.keys);
  if (now === null || now.checkpoint.origin !== origin) return brokenBook(reading, { refuted: 'checkpoint-key' });
  const found = await readBook(asking, { club, trust, keys: read.keys, now });
  if (found.isForked) return brokenBook(reading, { refuted: 'fork' });
  await remember(asking, { trust, logKey, now }, found);
  return bookReport({ ...reading, now }, found);
}

interface Terms {
  club: Club;
  trust: Trust;
  keys: readonly string[];
  now: SignedBook;
}

async function readBook(asking: CheckContext, terms: Terms): Promise<BookFound> {
  const { club, trust, keys, now } = terms;
  const { options, surroundings, guard } = asking;
  const { checkpoint } = now;
  const tables = readable('table', await club.entriesOf('table'));
  const { requested, suggested } = await knownWitnesses(asking, trust);
  const nowSeconds = Math.floor(surroundings.nowMs() / 1000);
  const question = {
    origin: trust.origin,
    fromSeconds: nowSeconds - WITNESS_SECONDS,
    toSeconds: nowSeconds,
    expected: [...new Set(tables.flatMap(({ body }) => decodeEntryAs('table', body).witnesses))],
  };
  const witnesses = await askWitnesses(requested, question, guard);
  const found: BookFound = { verification: null, from: 0, gaps: [], isForked: false, witnesses, suggested };
  try {
    found.from = await startOf(club, options.since, checkpoint, tables);
    await compareWithEarlier(terms, found);
    const check = await beginCheck(asking, { ...terms, tables }, found);
    if (check === null) return { ...found, isForked: true };
    await feed(asking, terms, { check, from: found.from });
    found.verification = check.finish();
  } catch (error) {
    // Evidence is missing where the book does not serve it, or serves it malformed.
    if (!(error instanceof NotHandedOut) && !(error instanceof TypeError)) throw error;
    found.gaps.push('no-tiles');
  }
  return found;

  async function compareWithEarlier({ club: from }: Terms, into: BookFound): Promise<void> {
    const earlier = trust.state.note === null ? null : openBook(trust.state.note, keys)?.checkpoint;
    if (!earlier) return;
    if (earlier.size > checkpoint.size) into.gaps.push('stale-checkpoint');
    // Otherwise the entries that are read pass its size, and its root is compared there.
    else if (into.from >= earlier.size) into.isForked = !(await continues(earlier, checkpoint, tilesOf(from)));
  }
}

/** Starts the check. Null where the book does not prove the tables and stops before the start. */
async function beginCheck(
  { options, surroundings }: CheckContext,
  { club, trust, keys, now, tables }: Terms & { tables: readonly ListedEntry[] },
  { from, witnesses }: BookFound,
): Promise<BookCheck | null> {
  const tiles = tilesOf(club);
  const proven = await provenTables(tables, from, now.checkpoint, tiles);
  const listed = from === 0 ? [] : readable('stop', await club.entriesOf('stop'));
  const stops = await provenStops(listed, from, now.checkpoint, tiles);
  if (proven === null || stops === null) return null;
  const notes = [...witnesses.answers.flatMap((one) => one.notes), ...witnesses.partial];
  return new BookCheck({
    origin: trust.origin,
    logKeys: keys,
    isPinned: trust.pinned !== undefined,
    checkpoint: now.checkpoint,
    from,
    peaks: await peaksFromTiles(from, tiles),
    tables: proven,
    stops,
    witnessed: trust.state.note === null ? notes : [...notes, trust.state.note],
    witnessAnswers: witnesses.answers.map(({ witness }) => witness),
    nowMs: surroundings.nowMs(),
    slips: options.slips,
    hashText: nativeHash,
  });
}

/** Feeds entries to the check, up to the checkpoint or as far as the club serves them. */
async function feed(
  { options, surroundings }: CheckContext,
  { club, now: { checkpoint } }: Terms,
  { check, from }: { check: BookCheck; from: number },
): Promise<void> {
  const isShown = surroundings.isTerminal && !options.json;
  let read = from;
  try {
    for await (const bodies of readBodies(club, from, checkpoint.size)) {
      const seals = bodies.flatMap((body) => check.add(body) ?? []);
      await readLists(club, seals, ({ draw_id: drawId }, packed) => check.slips(drawId, packed));
      read += bodies.length;
      if (isShown) surroundings.progress(read, checkpoint.size);
    }
  } catch (error) {
    if (!(error instanceof NotHandedOut)) throw error;
  }
}

/**
 * Remembers the key and the newest checkpoint. Does nothing where evidence is refuted or the book was not read to its
 * end.
 */
async function remember(
  { options }: CheckContext,
  { trust, logKey, now }: { trust: Trust; logKey: string; now: SignedBook },
  { verification, gaps }: BookFound,
): Promise<void> {
  if (verification === null || verification.verdict === 'breach') return;
  const isRead = gaps.length === 0 && !verification.gaps.includes('no-entries');
  await changeState(options.state, trust.origin, {
    firstSeenLogKey: trust.firstSeen ?? logKey,
    ...(isRead ? { note: now.note } : {}),
  });
}

async function namedKey(club: Club): Promise<string | undefined> {
  const named = (await club.house())?.book?.logKey;
  return typeof named === 'string' ? named : undefined;
}

function textOf(bytes: Uint8Array | null): string | null {
  return bytes && new TextDecoder().decode(bytes);
}
