/** `tercet verify book URL`: every entry of a club's public book. */
import {
  type BookAudit,
  BookAuditor,
  decodeEntry,
  type Entry,
  lockTime,
  logKeysOf,
  merkleRootPacked,
  type OpenedCheckpoint,
  openCheckpoint,
  openSeen,
  parseDrawId,
  parseVerifierKey,
  readEntriesOf,
  type TableEntry,
  TILE_WIDTH,
} from '@tercet/fair';
import { type Club, clubAt, sourcesOf } from './club.ts';
import { CheckFailure, EXIT } from './failure.ts';
import type { CheckOptions } from './options.ts';
import { readPinned, writePinned } from './pinned.ts';
import { nativeHash, newestCheckpoint, proveContinues, readBook, type SignedBook, tablesBefore } from './read-book.ts';
import type { Report } from './report.ts';

const SEALS_AT_ONCE = 8;
/** Witnesses keep what they cosigned so long. */
const WITNESS_SECONDS = 90 * 86_400;

interface Found {
  audit: BookAudit;
  seals: { checked: number; bad: string[] };
  silent: string[];
}

export async function checkBook(options: CheckOptions): Promise<Report> {
  const club = clubAt(options.target.replace(/(?<!\/)\/+$/, '').replace(/\/book$/, ''));
  const { origin, logKey, witnesses, first } = await trust(club, options);
  const notices = await noticesOf(club);
  const keys = logKeysOf({ logKey, notices }, logKey) ?? [logKey];
  const now = await newestCheckpoint(club, keys);
  const seen = await seenBefore(options, origin, keys);
  if (seen !== null) await proveContinues(club, seen, now);
  const from = await placeOf(club, options.since, now);
  const found = await audit(club, options, { origin, keys, witnesses, from, now });
  const bad = found.audit.findings.length + found.seals.bad.length > 0;
  if (!bad) await writePinned(options.state, { origin, logKey: keys.at(-1) ?? logKey, note: now.note });
  return reportOf(club, { origin, from, first, now }, found);
}

/** The key to believe: given, remembered, or (the first time) the one that the club names. */
async function trust(club: Club, options: CheckOptions) {
  const { book } = await club.house();
  const origin = options.origin ?? book.origin;
  if (book.origin !== origin) throw new CheckFailure(`BREACH: this is the book of ${book.origin}.`, EXIT.breach);
  const pinned = await readPinned(options.state, origin);
  const logKey = options.logKey ?? pinned?.logKey ?? book.logKey;
  if (logKey === null) throw new CheckFailure('The club has not signed its book yet; try again in a minute.');
  if (parseVerifierKey(logKey)?.name !== origin) throw new CheckFailure(`"${logKey}" is no key of ${origin}.`);
  const witnesses = [...new Set([...options.witnesses, ...book.witnesses.map(({ url }) => url)])];
  return { origin, logKey, witnesses, first: options.logKey === null && pinned === null };
}

async function noticesOf(club: Club): Promise<string[]> {
  const found = await club.entriesOf('notice-of-change');
  return found.map(({ body }) => body);
}

async function seenBefore(options: CheckOptions, origin: string, keys: readonly string[]): Promise<SignedBook | null> {
  const note = (await readPinned(options.state, origin))?.note;
  const checkpoint = note == null ? null : openCheckpoint(note, keys);
  return note == null || checkpoint === null ? null : { note, checkpoint };
}

/** A number is a place; a day is the first draw that locked in it, found by halves. */
async function placeOf(club: Club, since: string | null, { checkpoint }: SignedBook): Promise<number> {
  if (since === null) return 0;
  if (/^\d{1,15}$/.test(since)) return Math.min(Number(since), checkpoint.size);
  const day = Date.parse(/^\d{4}-\d{2}-\d{2}$/.test(since) ? `${since}T00:00:00Z` : '');
  if (Number.isNaN(day)) throw new CheckFailure(`--since ${since}: expected a number or a day such as 2026-11-21.`);
  const seconds = day / 1000;
  const lengths = new Map(
    (await tablesBefore(club, checkpoint.size, checkpoint)).map((one) => [one.key, Number(one.period_seconds)]),
  );
  let [low, high] = [0, Math.floor(Math.max(0, checkpoint.size - 1) / TILE_WIDTH)];
  while (low < high) {
    const middle = Math.ceil((low + high) / 2);
    const at = middle * TILE_WIDTH;
    const bodies = await readEntriesOf(club, at, Math.min(checkpoint.size, at + TILE_WIDTH));
    const time = bodies.map((body) => timeOf(body, lengths)).find((one) => one !== null) ?? null;
    if (time !== null && time < seconds) low = middle;
    else high = middle - 1;
  }
  return low * TILE_WIDTH;
}

/** When the period locked that an entry is about; null for one that is about none. */
function timeOf(body: string, lengths: ReadonlyMap<string, number>): number | null {
  const entry = decoded(body);
  if (entry === null || !('draw_id' in entry)) return null;
  const id = parseDrawId(entry.draw_id);
  const length = id === null ? undefined : lengths.get(id.key);
  return id === null || length === undefined ? null : lockTime(id.period, length);
}

interface Terms {
  origin: string;
  keys: readonly string[];
  witnesses: readonly string[];
  from: number;
  now: SignedBook;
}

async function audit(club: Club, options: CheckOptions, terms: Terms): Promise<Found> {
  const { origin, from, now } = terms;
  const tables = await tablesBefore(club, from, now.checkpoint);
  const silent: string[] = [];
  const seenAt = await witnessTimes(club, terms, silent);
  const auditor = new BookAuditor({ origin, from, tables, seenAt });
  const seals: Found['seals'] = { checked: 0, bad: [] };
  for await (const bodies of readBook(club, from, now.checkpoint)) {
    for (const body of bodies) auditor.add(body);
    if (options.slips) await checkSlips(club, bodies, seals);
    if (!options.json && process.stderr.isTTY) process.stderr.write('.');
  }
  return { audit: auditor.finish(), seals, silent };
}

/** For each seal with slips, the root over their published hashes. */
async function checkSlips(club: Club, bodies: readonly string[], seals: Found['seals']): Promise<void> {
  const due = bodies.flatMap((body) => {
    const entry = decoded(body);
    return entry?.type === 'seal' && entry.count !== '0' ? [entry] : [];
  });
  for (let at = 0; at < due.length; at += SEALS_AT_ONCE) {
    await Promise.all(
      due.slice(at, at + SEALS_AT_ONCE).map(async (seal) => {
        const packed = await club.packedSlips(seal.draw_id);
        const fits = packed.length / 32 === Number(seal.count);
        const root = Buffer.from(merkleRootPacked(packed, packed.length / 32, nativeHash)).toString('hex');
        if (!fits || root !== seal.root) seals.bad.push(seal.draw_id);
        seals.checked += 1;
      }),
    );
  }
}

/** From what the witnesses published: when enough of a table's witnesses first saw the entry at a place. */
async function witnessTimes(club: Club, { origin, keys, witnesses }: Terms, silent: string[]) {
  if (witnesses.length === 0) return undefined;
  const sources = sourcesOf(club, origin, witnesses, (url) => silent.push(url));
  const now = Math.floor(Date.now() / 1000);
  const notes = await sources.witnessed(now - WITNESS_SECONDS, now);
  const byText = new Map<string, string[]>();
  for (const note of notes) {
    const text = note.slice(0, note.lastIndexOf('\n\n') + 1);
    byText.set(text, [...(byText.get(text) ?? []), note]);
  }
  const known = new Map<string, OpenedCheckpoint[]>();
  return (seq: number, table: TableEntry): number | null => {
    const policy = `${table.quorum} ${table.witnesses.join(' ')}`;
    const met = known.get(policy) ?? metBy(table);
    known.set(policy, met);
    return firstAfter(met, seq);
  };

  /** Those that met the policy, by size. */
  function metBy(table: TableEntry): OpenedCheckpoint[] {
    const opened = [...byText.values()].flatMap((copies) => openSeen(copies, table, keys) ?? []);
    return opened.filter(({ metAt }) => metAt !== null).sort((a, b) => a.size - b.size);
  }
}

function firstAfter(met: readonly OpenedCheckpoint[], seq: number): number | null {
  let [low, high] = [0, met.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((met[middle]?.size ?? 0) > seq) high = middle;
    else low = middle + 1;
  }
  return met[low]?.metAt ?? null;
}

function decoded(body: string): Entry | null {
  try {
    return decodeEntry(body);
  } catch {
    return null;
  }
}

interface Read {
  origin: string;
  from: number;
  first: boolean;
  now: SignedBook;
}

function reportOf(club: Club, { origin, from, first, now }: Read, { audit, seals, silent }: Found): Report {
  const { findings, pending } = audit;
  const breach = findings.length > 0 || seals.bad.length > 0;
  const proven = audit.unwitnessed === 0;
  const lines = [
    `book of ${origin} at ${club.address}`,
    `  entries ${from} to ${now.checkpoint.size}, root ${now.checkpoint.root}`,
    `  ${audit.seals} seals, ${audit.draws} draws, ${audit.voids} void, ${pending.length} not drawn yet`,
    `  ${seals.checked} seals computed anew from the hashes of their slips`,
    ...findings.map(({ seq, drawId, code }) => `  FAIL ${code} at ${seq}${drawId === null ? '' : ` (${drawId})`}`),
    ...seals.bad.map((drawId) => `  FAIL the slips of ${drawId} do not give its seal`),
    ...silent.map((url) => `  The witness at ${url} did not answer.`),
    ...(audit.houseRun > 0 ? [`  ${audit.houseRun} draws rest on the house’s own beacon.`] : []),
    ...(proven ? [] : [`  Of ${audit.unwitnessed} seals no witness says when they were there.`]),
    ...(first ? [`  The book’s key was seen for the first time and will be expected from now on: see --log-key.`] : []),
    breach ? 'BREACH' : proven ? 'all of it holds' : 'time not proven: all of it holds but when the seals were there',
  ];
  const exitCode = breach ? EXIT.breach : proven ? EXIT.holds : EXIT.notProven;
  const { checkpoint } = now;
  const data = { origin, from, checkpoint, ...audit, slips: seals, silentWitnesses: silent, keySeenFirst: first };
  return { exitCode, lines, data: { verdict: breach ? 'breach' : proven ? 'verified' : 'time-not-proven', ...data } };
}
