/** The check of a draw that the house called void. */
import { blocked, type Case, holds, isAbsent, need, type Outcome, open, readEntry, refuted } from './case.ts';
import { GRACE_MS, placeAfter, sealsIn, silentWitnesses } from './checks-book.ts';
import { chainOfTable } from './entries.ts';
import { timeOfRound } from './schedule.ts';

/** A house that learns late that witnesses saw its seal in time has this long after the round to make the draw. */
const OVERRIDE_MS = 10 * 60_000;

/**
 * A void holds if its entry is in the book, the window has no seal, and every witness of the table was asked and
 * answered. A seal that witnesses saw in time overrides it.
 */
export function checkVoid(given: Case): Outcome {
  const { draw, table, window, round } = given;
  const claimed = need(draw.entries.void, 'no-void-place');
  const entry = readEntry('void', claimed, 'no-void-place');
  if (entry === null) return refuted('entry-hash');
  const values = { reason: entry.reason };
  if (entry.draw_id !== draw.drawId) return refuted('other-draw', values);
  if (entry.table !== draw.table?.hash) return refuted('other-table', values);
  if (table === undefined || round === undefined) return blocked('table', values);
  if (window === undefined) return blocked('witness', values);
  const drawsMs = timeOfRound(round, chainOfTable(table)) * 1000;
  const unplaced = placeAfter(given, 'void', claimed.hash, drawsMs + GRACE_MS);
  if (unplaced !== null) return { ...unplaced, values: { ...values, ...unplaced.values } };
  const isDrawn = !isAbsent(draw.entries.draw) || !isAbsent(draw.dice);
  if (sealsIn(window, draw.drawId).length > 0) return overridden(given, isDrawn, drawsMs, values);
  if (isDrawn) return refuted('void-and-drawn', values);
  const silent = silentWitnesses(given);
  if (silent.length > 0) return open('witness-silent', { ...values, witnesses: silent.join(' ') });
  given.isVoid = true;
  return holds(values);
}

/** Witnesses saw the seal in time, so the draw must be made. Without witnesses the house contradicts itself. */
function overridden({ window, options }: Case, isDrawn: boolean, drawsMs: number, values: Outcome['values']): Outcome {
  if (window?.witnessed !== true) return refuted(isDrawn ? 'void-and-drawn' : 'seal-in-time', values);
  if (isDrawn) return holds({ ...values, overridden: 'yes' });
  const isLate = options.nowMs === undefined || options.nowMs >= drawsMs + OVERRIDE_MS;
  return isLate ? refuted('seal-in-time', values) : open('overridden', values, drawsMs + OVERRIDE_MS);
}
