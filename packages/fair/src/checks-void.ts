/** Checks a draw that the house called void. */
import {
  type BookWindow,
  blocked,
  type Case,
  holds,
  isAbsent,
  need,
  type Outcome,
  open,
  readEntry,
  refuted,
} from './case.ts';
import { GRACE_MS, placeAfter, sealsIn, silentWitnesses } from './checks-book.ts';
import { chainOfTable } from './entries.ts';
import type { TableEntry } from './entry-types.ts';
import { timeOfRound } from './schedule.ts';

/**
 * Milliseconds after the round in which the house may still publish a draw over its own void. It may learn only then
 * that witnesses saw the seal in time.
 */
const OVERRIDE_MS = 10 * 60_000;

/**
 * Checks a void. It holds if its entry is in the book, the window has no seal, and every witness of the table was
 * queried and answered. A seal that witnesses saw in time overrides it.
 */
export function checkVoid(given: Case): Outcome {
  const { draw, table, window, round } = given;
  const claimed = need(draw.entries.void, 'no-void-place');
  const entry = readEntry('void', claimed, 'no-void-place');
  if (entry === null) return refuted('entry-hash');
  const values = { reason: entry.reason };
  if (entry.draw_id !== need(draw.drawId, 'no-draw')) return refuted('other-draw', values);
  if (entry.table !== need(need(draw.table, 'no-table').hash, 'no-table')) return refuted('other-table', values);
  if (table === undefined || round === undefined) return blocked('table', values);
  if (window === undefined) return blocked('witness', values);
  const drawsMs = timeOfRound(round, chainOfTable(table)) * 1000;
  const unplaced = placeAfter(given, 'void', claimed.hash, drawsMs + GRACE_MS);
  if (unplaced !== null) return { ...unplaced, values: { ...values, ...unplaced.values } };
  const isDrawn = !isAbsent(draw.entries.draw) || !isAbsent(draw.dice);
  if (sealsIn(window, draw.drawId).length > 0) {
    return overridden(given, window, isDrawn, overrideDueMs(table, round), values);
  }
  // Without a checkpoint in time, a seal that witnesses saw may exist. It would override the void.
  if (isDrawn)
    return window.isEmpty && window.witnessed ? open('no-seal-in-time', values) : refuted('void-and-drawn', values);
  const silent = silentWitnesses(given);
  if (silent.length > 0) return open('witness-silent', { ...values, witnesses: silent.join(' ') });
  given.isVoid = true;
  return holds(values);
}

/** Judges a void over a seal that was in time: the house must draw. Without witnesses the house contradicts itself. */
function overridden(
  given: Case,
  { witnessed }: BookWindow,
  isDrawn: boolean,
  dueMs: number,
  values: Outcome['values'],
): Outcome {
  const { draw, options } = given;
  if (!witnessed) return refuted(isDrawn ? 'void-and-drawn' : 'seal-in-time', values);
  if (isDrawn) {
    const { draw: drawn, void: voided } = draw.book?.after ?? {};
    // A void after the draw would withdraw the dice, which the protocol never allows.
    const isAfter = !isAbsent(drawn) && need(voided?.index, 'no-void-place') > need(drawn?.index, 'no-place');
    if (isAfter) return refuted('void-and-drawn', values);
    given.isOverridden = true;
    return holds({ ...values, overridden: 'yes' });
  }
  const isLate = options.nowMs === undefined || options.nowMs >= dueMs;
  if (!isLate) return open('overridden', values, dueMs);
  // A void saved before the deadline does not show whether the house drew later.
  return options.undated === true ? open('undated-void', values) : refuted('seal-in-time', values);
}

/** Unix milliseconds by which a draw must override a void, where witnesses saw the seal in time. */
export function overrideDueMs(table: TableEntry, round: number): number {
  return timeOfRound(round, chainOfTable(table)) * 1000 + OVERRIDE_MS;
}
