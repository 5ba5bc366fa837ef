/** Checks of what the public book shows of a draw: keys, table, time and seal. */

import { verifyBeaconRound } from './beacon.ts';
import type { BookWindow } from './case.ts';
import {
  blocked,
  type Case,
  holds,
  isAbsent,
  need,
  type Outcome,
  open,
  outcomeOf,
  readEntry,
  refuted,
} from './case.ts';
import { chainOfTable, decodeEntryAs, entryHash } from './entries.ts';
import type { DrawEntry, TableEntry } from './entry-types.ts';
import { readLogKeys } from './log-keys.ts';
import { merkleRootHex, verifyInclusionHex } from './merkle.ts';
import { parseVerifierKey } from './note.ts';
import { copiesOf, isPlaceIn, needHouseTime, needNote, openSeen } from './place.ts';
import { openTime, parseDrawId, timeOfRound, WITNESS_MARGIN_SECONDS } from './schedule.ts';
import { readWindow } from './window.ts';
import { isConfirmedBy, witnessGapOf } from './witnesses.ts';

/** Milliseconds after its due time at which a missing seal or draw counts as overdue. */
export const GRACE_MS = 60_000;

/** Body of the table entry as the bundle claims it, unproven. Throws a `MissingPart` without one. */
export function claimedTable({ draw }: Case): TableEntry {
  const { entry } = need(need(draw, 'no-draw').table, 'no-table');
  return decodeEntryAs('table', need(need(entry, 'no-table').body, 'no-table'));
}

export function checkOrigin(given: Case): Outcome {
  const { options } = given;
  const { origin, receipt_key: receiptKey, chain_hash: chainHash } = claimedTable(given);
  const book = need(given.draw.book, 'no-book');
  const values: Record<string, string> = { origin, receiptKey, chainHash, logKey: need(book.logKey, 'no-log-key') };
  const { logKey, ...equal } = options.pinned ?? {};
  for (const [name, value] of Object.entries(equal)) {
    if ((value ?? undefined) !== undefined && values[name] !== value) return refuted(`other-${name}`, values);
  }
  const { keys, reason } = readLogKeys(book, logKey ?? options.firstSeenLogKey);
  if (keys === null) return refuted(reason, values);
  if (keys.some((key) => parseVerifierKey(key)?.name !== origin)) return refuted('other-origin', values);
  given.logKeys = keys;
  return isAbsent(logKey) ? open('not-pinned', values) : holds(values);
}

/** Runs `establishTable` and compares the table with the one that the receipt names. */
export function checkTable(given: Case): Outcome {
  const outcome = establishTable(given);
  const { leaf, draw, table } = given;
  if (table === undefined || leaf === undefined || leaf.tableHash === draw.table.hash) return outcome;
  given.table = undefined;
  return refuted('other-table', outcome.values);
}

/** Judges the table once per case: the receipt check uses the outcome too. */
export function establishTable(given: Case): Outcome {
  given.tableOutcome ??= outcomeOf(judgeTable, given);
  return given.tableOutcome;
}

function judgeTable(given: Case): Outcome {
  const { draw } = given;
  const { hash, entry } = need(need(draw, 'no-draw').table, 'no-table');
  const table = readEntry('table', need(entry, 'no-table'), 'no-table');
  if (table === null || need(hash, 'no-table') !== entry.hash) return refuted('entry-hash', { tableHash: hash });
  const values = { tableHash: hash, key: table.key, firstPeriod: table.first_period };
  const id = parseDrawId(need(draw.drawId, 'no-draw'));
  if (id === null || id.key !== table.key) return refuted('other-lottery', values);
  if (Number(table.first_period) > id.period) return refuted('not-yet-in-force', values);
  const seconds = need(draw.periodSeconds, 'no-schedule');
  if (Number(table.period_seconds) !== seconds) return refuted('period-length', values);
  const [chain, claimed] = [chainOfTable(table), need(draw.chain, 'no-chain')];
  for (const field of ['hash', 'publicKey', 'period', 'genesis', 'scheme'] as const) {
    if (chain[field] !== need(claimed[field], 'no-chain')) return refuted('other-chain', values);
  }
  const place = checkTablePlace(given, table, id.period);
  if (place.state !== 'ok' && place.reason !== 'other-witnesses') {
    return { ...place, values: { ...values, ...place.values } };
  }
  // Without the list of tables, or the reader's witnesses, this step stays open; later steps use the table shown.
  given.table = table;
  const newer = checkNewerTables(given, table, id.period);
  if (newer?.state === 'refuted') given.table = undefined;
  if (newer !== null) return { ...newer, values };
  return { ...place, values: { ...values, ...place.values } };
}

/** Whether a checkpoint from before the period opened contains the table. */
function checkTablePlace({ draw, logKeys, options }: Case, table: TableEntry, period: number): Outcome {
  if (logKeys === undefined) return blocked('origin');
  const shown = need(need(draw.book, 'no-book').table, 'no-table-place');
  const note = needNote(shown.checkpoint, 'no-table-place');
  const checkpoint = openSeen(copiesOf(note, options.witnessed), table, logKeys);
  if (checkpoint === null) return refuted('checkpoint-key');
  if (!isPlaceIn(draw.table.hash, need(shown.place, 'no-table-place'), checkpoint)) return refuted('table-not-in-book');
  const opensMs = openTime(period, Number(table.period_seconds)) * 1000;
  if (table.quorum !== '0' && checkpoint.metAt === null) return open('table-not-witnessed');
  const shownMs = checkpoint.metAt === null ? needHouseTime(shown.checkpoint, 'no-time') : checkpoint.metAt * 1000;
  if (shownMs >= opensMs) return refuted('table-too-late');
  const values = { tableSeq: String(shown.place.index) };
  const terms = { ...table, confirmed: options.confirmedWitnesses };
  const isConfirmed = isConfirmedBy(checkpoint.cosignatures, opensMs / 1000 - 1, terms);
  return isConfirmed ? holds(values) : open('other-witnesses', values);
}

/**
 * Whether the tables that the reader read from the book make this one the last of its lottery before the lock. Null
 * where they do. A bundle alone cannot prove this. A house that also hides a table from its list is caught by an audit
 * of the whole book.
 */
function checkNewerTables({ draw, logKeys = [], options }: Case, table: TableEntry, period: number): Outcome | null {
  const { tables } = options;
  if (tables === undefined) return null;
  if (tables === null || tables.every(({ body }) => entryHash(body) !== draw.table.hash)) return open('no-tables');
  const own = draw.book?.table?.place.index ?? 0;
  const newer = tables.filter(({ body, index }) => index > own && isTableInForce(body, table.key, period));
  if (newer.length === 0) return null;
  const note = needNote(draw.book?.before, 'no-checkpoint');
  const before = openSeen(copiesOf(note, options.witnessed), table, logKeys);
  if (before === null) return refuted('checkpoint-key');
  for (const { body, index, proof } of newer) {
    if (index >= before.size) continue;
    const isProven = proof !== null && verifyInclusionHex({ leafHash: entryHash(body), index, proof, ...before });
    return isProven ? refuted('table-superseded') : open('no-tables');
  }
  return null;
}

/** Whether a body is a table of the lottery in force in the period. False on anything that is no table. */
export function isTableInForce(body: string, key: string, period: number): boolean {
  try {
    const table = decodeEntryAs('table', body);
    return table.key === key && Number(table.first_period) <= period;
  } catch {
    return false;
  }
}

export function checkWitness(given: Case): Outcome {
  const { draw, table, tLock, round, logKeys, options } = given;
  if (logKeys === undefined) return blocked('origin');
  if (table === undefined) return blocked('table');
  if (tLock === undefined || round === undefined) return blocked('schedule');
  const policy = { quorum: table.quorum, of: String(table.witnesses.length) };
  const reading = readWindow(need(draw.book, 'no-book'), {
    table,
    tLock,
    inTimeBy: timeOfRound(round, chainOfTable(table)) - WITNESS_MARGIN_SECONDS,
    logKeys,
    witnessed: options.witnessed ?? [],
    laterEntries: options.laterEntries ?? [],
    followed: options.followed,
    consistency: options.consistency ?? [],
    confirmed: options.confirmedWitnesses,
  });
  const values = { ...policy, ...reading.values };
  if (reading.state !== 'ok') {
    return reading.state === 'refuted' ? refuted(reading.reason, values) : notWitnessed(given, reading.reason, values);
  }
  const { window } = reading;
  const fault = faultOfWindow(window, given, table);
  if (fault !== null) return refuted(fault, values);
  given.window = window;
  const dated = window.inTimeAt === null ? values : { ...values, inTimeAt: String(window.inTimeAt) };
  if (!window.isConfirmed) return open('other-witnesses', dated);
  if (!window.isFollowed) return open('no-consistency', dated);
  // The entries are proven, but their times need at least three witnesses.
  const gap = witnessGapOf(table, logKeys);
  return gap === null ? holds(dated) : open(gap, dated);
}

/** A draw without enough cosignatures should be void once every witness has answered that it has none. */
function notWitnessed(given: Case, reason: string, values: Outcome['values']): Outcome {
  const { draw, tLock = 0 } = given;
  const isDrawn = !isAbsent(draw.dice) || !isAbsent(draw.entries?.draw);
  if (reason === 'not-witnessed' && isDrawn && silentWitnesses(given).length === 0) return refuted(reason, values);
  return open(reason, values, tLock * 1000 + GRACE_MS);
}

/** Names of the table's witnesses that this verifier did not query, or that did not answer in full. */
export function silentWitnesses({ table, options }: Case): string[] {
  const answered = new Set(options.witnessAnswers ?? []);
  const silent = (table?.witnesses ?? []).filter((vkey) => !answered.has(vkey));
  return silent.map((vkey) => parseVerifierKey(vkey)?.name ?? vkey);
}

/** The code of a fault: a table added for this period after the lock, or a result newer than the checkpoint with it. */
function faultOfWindow(window: BookWindow, { draw }: Case, table: TableEntry): string | null {
  const period = parseDrawId(draw.drawId)?.period ?? 0;
  for (const { entry } of window.entries) {
    if (entry.type === 'table' && entry.key === table.key && Number(entry.first_period) <= period)
      return 'table-swapped';
    // The window ends before the round's time, so the draw's own result cannot be in it.
    if (entry.type === 'draw' && (entry.draw_id === draw.drawId || isFromAfter(entry, window, table)))
      return 'backdated';
  }
  return null;
}

/** A checkpoint that contains a beacon's result cannot be older than that result. */
function isFromAfter(entry: DrawEntry, window: BookWindow, table: TableEntry): boolean {
  const chain = chainOfTable(table);
  const round = Number(entry.round);
  if (window.inTimeAt === null || timeOfRound(round, chain) <= window.inTimeAt) return false;
  return verifyBeaconRound(chain, round, entry.signature);
}

export function checkSeal(given: Case): Outcome {
  const { draw, options, window } = given;
  if (window === undefined) return blocked('witness');
  const claimed = need(draw.entries, 'no-seal').seal;
  const [body, second] = sealsIn(window, draw.drawId);
  if (body === undefined) return withoutSeal(given, window);
  if (second !== undefined) return refuted('two-seals', { first: body, second });
  const seal = readEntry('seal', need(claimed, 'no-seal'), 'no-seal');
  if (seal === null) return refuted('entry-hash');
  const values = { root: seal.root, count: seal.count };
  if (seal.draw_id !== draw.drawId) return refuted('other-draw', values);
  if (seal.table !== draw.table.hash) return refuted('other-table', values);
  const isShown = claimed?.body === body && need(draw.root, 'no-seal') === seal.root;
  if (!isShown || need(draw.slipCount, 'no-seal') !== Number(seal.count)) {
    return refuted('other-seal', { ...values, found: body });
  }
  const { leafHashes } = options;
  if (leafHashes) {
    if (String(leafHashes.length) !== seal.count) return refuted('count', values);
    if (merkleRootHex(leafHashes) !== seal.root) return refuted('root', values);
  }
  // The book proves the seal. The bets under it stay open where the house withholds their list.
  given.seal = seal;
  if (leafHashes === null) return open('no-slips', values);
  return holds({ ...values, leaves: leafHashes === undefined ? 'not-given' : 'recomputed' });
}

/** An empty window lacks a checkpoint, so the seal is unknown. Any other window proves that no seal was in time. */
function withoutSeal({ draw, tLock = 0 }: Case, { isEmpty }: BookWindow): Outcome {
  const { seal, draw: drawn, void: voided } = draw.entries;
  const isDrawn = !isAbsent(drawn) || !isAbsent(draw.dice);
  if (isDrawn && !isEmpty) return refuted('not-in-time');
  if (!isAbsent(voided)) return blocked('void');
  const isClaimed = isDrawn || !isAbsent(seal);
  return open(isClaimed ? 'no-seal-in-time' : 'not-sealed-yet', {}, tLock * 1000 + GRACE_MS);
}

/** The distinct seals of a draw in the window. A repeated identical entry counts once. */
export function sealsIn(window: BookWindow, drawId: string): string[] {
  const seals = window.entries.filter(({ entry }) => entry.type === 'seal' && entry.draw_id === drawId);
  return [...new Set(seals.map(({ body }) => body))];
}

/**
 * Whether the entry is in the checkpoint that the bundle shows after the window. Null where it is, otherwise the
 * outcome that says why not. `missing` names the step's missing part.
 */
export function placeAfter(given: Case, what: 'draw' | 'void', hash: string, dueMs: number): Outcome | null {
  const { draw, table, logKeys, window, options } = given;
  if (table === undefined || logKeys === undefined) return blocked('table');
  if (window === undefined) return blocked('witness');
  const missing = `no-${what}-place`;
  const after = draw.book?.after;
  const place = after?.[what];
  if (isAbsent(place)) return open(missing, {}, dueMs);
  const note = needNote(after?.checkpoint, missing);
  const checkpoint = openSeen(copiesOf(note, options.witnessed), table, logKeys);
  if (checkpoint === null) return refuted('checkpoint-key');
  if (!isPlaceIn(hash, place, checkpoint)) return refuted('not-in-book');
  if ((place?.index ?? 0) < window.to) return refuted('backdated');
  if (table.quorum !== '0' && checkpoint.metAt === null) return open('not-witnessed', {}, dueMs);
  const terms = { ...table, confirmed: options.confirmedWitnesses };
  return isConfirmedBy(checkpoint.cosignatures, Number.POSITIVE_INFINITY, terms) ? null : open('other-witnesses');
}
