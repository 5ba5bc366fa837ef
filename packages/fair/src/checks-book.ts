/** The checks of what the public book says of a draw: keys, table, witnesses, seal, void. */
import { verifyBeaconRound } from './beacon.ts';
import { type Case, holds, isPlaced, type Outcome, open, readEntry, refuted } from './case.ts';
import { chainOfTable, decodeEntryAs } from './entries.ts';
import type { DrawEntry, TableEntry } from './entry-types.ts';
import { type BookWindow, isInCheckpoint, logKeysOf, openSeen, readWindow } from './evidence.ts';
import { merkleRootHex } from './merkle.ts';
import { openTime, parseDrawId, timeOfRound, WITNESS_MARGIN_SECONDS } from './schedule.ts';

/** A house that found out late that its seal was witnessed in time gets so long to go on with the draw. */
const OVERRIDE_MS = 10 * 60_000;

export function checkOrigin(given: Case): Outcome {
  const { draw, options } = given;
  const { origin, receipt_key: receiptKey, chain_hash: chainHash } = decodeEntryAs('table', draw.table.entry.body);
  const values: Record<string, string> = { origin, receiptKey, chainHash };
  if (draw.book) values.logKey = draw.book.logKey;
  const { logKey, ...equal } = options.pinned ?? {};
  const pinned = Object.entries(equal).filter(([, value]) => value !== undefined);
  for (const [name, value] of pinned) if (values[name] !== value) return refuted(`other-${name}`, values);
  if (draw.book) {
    const keys = logKeysOf(draw.book, logKey);
    if (keys === null) return refuted('other-logKey', values);
    given.logKeys = keys;
  }
  return pinned.length === 0 && logKey === undefined ? open('nothing-pinned', values) : holds(values);
}

export function checkTable(given: Case): Outcome {
  const { draw, slip, leaf } = given;
  const { hash, entry } = draw.table;
  const table = readEntry('table', entry);
  if (table === null || hash !== entry.hash) return refuted('entry-hash', { tableHash: hash });
  const values = { tableHash: hash, key: table.key, firstPeriod: table.first_period };
  if (slip !== null && leaf !== undefined && leaf.tableHash !== hash) return refuted('other-table', values);
  const id = parseDrawId(draw.drawId);
  if (id === null || id.key !== table.key) return refuted('other-lottery', values);
  if (Number(table.first_period) > id.period) return refuted('not-yet-in-force', values);
  if (Number(table.period_seconds) !== draw.periodSeconds) return refuted('period-length', values);
  const chain = chainOfTable(table);
  for (const field of ['hash', 'publicKey', 'period', 'genesis', 'scheme'] as const) {
    if (chain[field] !== draw.chain[field]) return refuted('other-chain', values);
  }
  const shown = shownInTime(given, table, id.period);
  if (shown !== null) return refuted(shown, values);
  given.table = table;
  return holds(values);
}

/** Null unless the book shows that the table came too late for the period, or is not in it at all. */
function shownInTime({ draw, logKeys }: Case, table: TableEntry, period: number): string | null {
  const shown = draw.book?.table;
  if (!shown || logKeys === undefined) return null;
  const checkpoint = openSeen([shown.checkpoint.note], table, logKeys);
  if (checkpoint === null) return 'checkpoint-key';
  if (!isInCheckpoint(draw.table.hash, shown.place, checkpoint)) return 'table-not-in-book';
  const opens = openTime(period, Number(table.period_seconds));
  const atMs =
    table.quorum === '0' ? shown.checkpoint.atMs : checkpoint.metAt === null ? null : checkpoint.metAt * 1000;
  if (table.quorum !== '0' && atMs === null) return 'table-not-witnessed';
  return atMs !== null && atMs >= opens * 1000 ? 'table-too-late' : null;
}

export function checkWitness(given: Case): Outcome {
  const { draw, table, tLock, round, logKeys, options } = given;
  if (table === undefined || tLock === undefined || round === undefined) return open('no-table');
  const policy = { quorum: table.quorum, of: String(table.witnesses.length) };
  if (!draw.book || logKeys === undefined) return open(table.quorum === '0' ? 'no-witness' : 'no-checkpoints', policy);
  const chain = chainOfTable(table);
  const reading = readWindow(draw.book, {
    table,
    tLock,
    inTimeBy: timeOfRound(round, chain) - WITNESS_MARGIN_SECONDS,
    logKeys,
    witnessed: options.witnessed ?? [],
    laterEntries: options.laterEntries ?? [],
  });
  const values = { ...policy, ...reading.values };
  if (reading.ok !== true) {
    // What was drawn without the witnesses is a draw that should have been void.
    const drawn = reading.reason === 'not-witnessed' && (draw.dice !== null || draw.entries.draw !== null);
    return reading.ok === false || drawn ? refuted(reading.reason, values) : open(reading.reason, values);
  }
  const { window } = reading;
  const fault = faultOfWindow(window, given, table);
  if (fault !== null) return refuted(fault, values);
  given.window = window;
  return window.witnessed ? holds({ ...values, inTimeAt: String(window.inTimeAt) }) : open('no-witness', values);
}

/** A table that was slipped in for this period, or a result that is older than the checkpoint which shows it. */
function faultOfWindow(window: BookWindow, { draw }: Case, table: TableEntry): string | null {
  const period = parseDrawId(draw.drawId)?.period ?? 0;
  for (const { entry } of window.entries) {
    if (entry.type === 'table' && entry.key === table.key && Number(entry.first_period) <= period)
      return 'table-swapped';
    // The window ends before the round's time: the draw's own result cannot stand in it.
    if (entry.type === 'draw' && (entry.draw_id === draw.drawId || isFromAfter(entry, window, table)))
      return 'backdated';
  }
  return null;
}

/** A checkpoint that holds a beacon's result cannot be older than that result. */
function isFromAfter(entry: DrawEntry, window: BookWindow, table: TableEntry): boolean {
  const chain = chainOfTable(table);
  const round = Number(entry.round);
  if (window.inTimeAt === null || timeOfRound(round, chain) <= window.inTimeAt) return false;
  return verifyBeaconRound(chain, round, entry.signature);
}

export function checkSeal(given: Case): Outcome {
  const { draw, options, window } = given;
  const { seal: entry, draw: drawn, void: voided } = draw.entries;
  if (window !== undefined) {
    const fault = sealInWindow(given, window);
    if (fault !== null) return fault;
  }
  if (entry === null) {
    if (drawn !== null || draw.dice !== null) return refuted('drawn-unsealed');
    return open(voided === null ? 'not-sealed-yet' : 'void');
  }
  const seal = readEntry('seal', entry);
  if (seal === null) return refuted('entry-hash');
  const values = { root: seal.root, count: seal.count };
  if (seal.draw_id !== draw.drawId) return refuted('other-draw', values);
  if (seal.root !== draw.root || seal.count !== String(draw.slipCount)) return refuted('other-seal', values);
  if (options.leafHashes !== undefined) {
    if (String(options.leafHashes.length) !== seal.count) return refuted('count', values);
    if (merkleRootHex(options.leafHashes) !== seal.root) return refuted('root', values);
  }
  given.seal = seal;
  return holds({ ...values, leaves: options.leafHashes === undefined ? 'not-given' : 'recomputed' });
}

/** Null where the one seal of the window is the one that the bundle names; otherwise what follows from it. */
function sealInWindow({ draw }: Case, window: BookWindow): Outcome | null {
  const { seal: claimed, draw: drawn, void: voided } = draw.entries;
  const seals = window.entries.filter(({ entry }) => entry.type === 'seal' && entry.draw_id === draw.drawId);
  const bodies = [...new Set(seals.map(({ body }) => body))];
  if (bodies.length > 1) return refuted('two-seals', { first: bodies[0] ?? '', second: bodies[1] ?? '' });
  const body = bodies[0];
  if (body === undefined) {
    if (drawn !== null || draw.dice !== null) return refuted('not-in-time');
    return open(voided === null ? 'not-sealed-yet' : 'void');
  }
  if (claimed === null) return refuted('hidden-seal', { found: body });
  return claimed.body === body ? null : refuted('other-seal', { found: body });
}

/** With witnesses, a seal that they saw in time overrides a void; without, a draw is one or the other. */
export function checkVoid(given: Case): Outcome {
  const { draw, table, window, seal } = given;
  if (draw.entries.void === null) return open('not-void');
  const entry = readEntry('void', draw.entries.void);
  if (entry === null) return refuted('entry-hash');
  const values = { reason: entry.reason };
  if (entry.draw_id !== draw.drawId) return refuted('other-draw', values);
  if (!isPlaced(given, draw.entries.void.hash, draw.book?.after?.void)) return refuted('not-in-book', values);
  if (window?.witnessed && seal !== undefined) return overriddenVoid(given, values);
  if (draw.entries.draw !== null || draw.dice !== null) {
    const mayBeOverridden = table !== undefined && table.quorum !== '0' && window === undefined;
    return mayBeOverridden ? open('overridden', values) : refuted('void-and-drawn', values);
  }
  // Without witnesses only the house says when: a void over a seal that it shows in time contradicts itself.
  if (window !== undefined && seal !== undefined) return refuted('seal-in-time', values);
  given.isVoid = true;
  return holds(values);
}

/** The witnesses saw the seal in time. A house that learnt so late goes on with the draw; one that does not cheats. */
function overriddenVoid({ draw, table, round, options }: Case, values: Outcome['values']): Outcome {
  if (draw.entries.draw !== null || draw.dice !== null) return open('overridden', values);
  const draws = table === undefined || round === undefined ? 0 : timeOfRound(round, chainOfTable(table)) * 1000;
  const waiting = options.nowMs !== undefined && options.nowMs < draws + OVERRIDE_MS;
  return waiting ? open('overridden', values) : refuted('seal-in-time', values);
}
