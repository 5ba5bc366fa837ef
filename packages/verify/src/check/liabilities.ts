/** `tercet verify liabilities FILE`: checks that the house counts what it owes a member. */
import {
  decodeEntryAs,
  EXIT_CODES,
  OWED_FORMAT,
  type OwedFile,
  type OwedKnown,
  type OwedVerification,
  type TableEntry,
  verifyOwedFile,
  type WitnessPolicy,
} from '@tercet/fair';
import { readable, readBookKeys } from './book-keys.ts';
import { type CheckContext, type KnownWitnesses, knownWitnesses } from './check-context.ts';
import type { Club } from './club.ts';
import { CheckFailure } from './failure.ts';
import { readInput } from './input.ts';
import { OWED_MISSING, OWED_REFUTED, owedVerdict } from './owed-sentences.ts';
import { openBook, provenTables, tilesOf } from './read-book.ts';
import { lineOf, type Report } from './report.ts';
import { missing as missingPart, TIME_GAPS } from './sentences.ts';
import { howToPin, originOf, pinAsRequested, type Trust, trustIn } from './trust.ts';

export async function checkLiabilities(asking: CheckContext): Promise<Report> {
  const { options, surroundings, club } = asking;
  await pinAsRequested(options, surroundings, club);
  const file = parse(await readInput(asking), options.target);
  const origin = originOf(options) ?? originIn(file);
  const trust = await trustIn(options, origin);
  const known: OwedKnown = { nowMs: surroundings.nowMs(), ...(await knownOfBook(asking, trust)) };
  if (origin !== '') known.origin = origin;
  if (options.userName !== null) known.userName = options.userName;
  if (options.owed !== null) known.owedMinor = options.owed;
  const entryHash = await entryHashOf(club, file);
  if (entryHash !== undefined) known.entryHash = entryHash;
  return reportOf(verifyOwedFile(file, known), trust, await namedKey(club));
}

/** The book's keys and the policy of its witnesses, from the club's newest checkpoint. */
async function knownOfBook(
  asking: CheckContext,
  trust: Trust,
): Promise<Pick<OwedKnown, 'logKeys' | 'policy' | 'confirmedWitnesses'>> {
  const { club } = asking;
  // Without a pinned key nothing can be established.
  if (trust.pinned === undefined) return {};
  const alone = { logKeys: [trust.pinned] };
  const note = club === null ? null : await club.book('checkpoint');
  const logKey = await namedKey(club);
  if (club === null || note === null || logKey === undefined) return alone;
  const tiles = tilesOf(club);
  const text = new TextDecoder().decode(note);
  const notices = readable('notice-of-change', await club.entriesOf('notice-of-change'));
  const read = await readBookKeys(text, { logKey, notices, tiles, trusted: trust.pinned });
  if (!('keys' in read)) return alone;
  const now = openBook(text, read.keys);
  if (now === null) return { logKeys: read.keys };
  const listed = readable('table', await club.entriesOf('table'));
  const tables = await provenTables(listed, now.checkpoint.size, now.checkpoint, tiles).catch(() => null);
  const policy = strictest(tables ?? []);
  const { requested } = await knownWitnesses(asking, trust);
  // Where the reader confirmed witnesses, tables without witnesses cannot be the complete list.
  const isWhole = policy !== null && (policy.quorum > 0 || requested.length === 0);
  return { logKeys: read.keys, ...confirmedIn(requested), ...(isWhole ? { policy } : {}) };
}

/** The reader's witnesses. An address without a key counts as a witness that no table names. */
function confirmedIn(requested: KnownWitnesses['requested']): Pick<OwedKnown, 'confirmedWitnesses'> {
  return requested.length === 0 ? {} : { confirmedWitnesses: requested.map(({ vkey, url }) => vkey ?? url) };
}

/**
 * The strictest policy of all tables. They share one book, so any table's witnesses see the day's entry. Null without a
 * table.
 */
function strictest(tables: readonly TableEntry[]): WitnessPolicy | null {
  const [most] = tables.toSorted((a, b) => b.witnesses.length - a.witnesses.length);
  return most === undefined ? null : { witnesses: most.witnesses, quorum: Number(most.quorum) };
}

/** Hash of the date's entry in the club's book; undefined where no club was given. */
async function entryHashOf(club: Club | null, file: unknown): Promise<string | undefined> {
  const { date } = (file ?? {}) as Partial<OwedFile>;
  const entries = club === null ? [] : await club.entriesOf('liabilities');
  return entries.find(({ body }) => dateOf(body) === date)?.hash;
}

function dateOf(body: string): string | null {
  try {
    return decodeEntryAs('liabilities', body).date;
  } catch {
    return null;
  }
}

async function namedKey(club: Club | null): Promise<string | undefined> {
  const named = club === null ? undefined : (await club.house())?.book?.logKey;
  return typeof named === 'string' ? named : undefined;
}

function originIn(file: unknown): string {
  const { inBook } = (file ?? {}) as Partial<OwedFile>;
  const note: unknown = inBook?.checkpoint;
  return typeof note === 'string' ? (note.split('\n', 1)[0] ?? '') : '';
}

function reportOf(found: OwedVerification, trust: Trust, logKey: string | undefined): Report {
  const { verdict, timeGaps, missing, steps } = found;
  const lines = [
    ...steps.map(lineOf),
    owedVerdict(verdict),
    ...steps.flatMap(({ id, state, reason }) =>
      state === 'refuted' && reason !== null ? [`Refuted (${id}): ${OWED_REFUTED[reason] ?? reason}`] : [],
    ),
    ...missing.map(({ reason, from }) => missingPart(OWED_MISSING[reason] ?? reason, from)),
    ...timeGaps.map((gap) => TIME_GAPS[gap].replace('The table names', 'The house’s tables name')),
    ...(trust.pinned === undefined && logKey !== undefined ? howToPin(logKey) : []),
  ];
  const keys = { pinned: trust.pinned ?? null, firstSeen: trust.firstSeen ?? null, named: logKey ?? null };
  const data = { verdict, timeGaps, missing, withheld: null, steps, keys };
  return { exitCode: EXIT_CODES[verdict], lines, data };
}

function parse(text: string, path: string): unknown {
  let file: unknown;
  try {
    file = JSON.parse(text);
  } catch {
    throw new CheckFailure(`${path} is not JSON.`);
  }
  // The club's API wraps the file in a field.
  const { owed = file } = (file ?? {}) as { owed?: unknown };
  const { format } = (owed ?? {}) as { format?: unknown };
  if (format !== OWED_FORMAT) throw new CheckFailure(`${path} is not a liabilities proof.`);
  return owed;
}
