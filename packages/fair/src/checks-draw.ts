/** Checks of the result: the schedule, the beacon's round, the dice. */
import { chainKind, verifyBeaconRound } from './beacon.ts';
import { sumOf } from './bet-codes.ts';
import { blocked, type Case, holds, isAbsent, need, type Outcome, open, readEntry, refuted } from './case.ts';
import { GRACE_MS, placeAfter } from './checks-book.ts';
import { type DrawResult, drawDice } from './draw.ts';
import { chainOfTable, diceOfEntry } from './entries.ts';
import type { DrawEntry } from './entry-types.ts';
import { lockTime, parseDrawId, roundFor, timeOfRound } from './schedule.ts';

export function checkSchedule(given: Case): Outcome {
  const { draw, leaf, table } = given;
  const id = parseDrawId(need(draw, 'no-draw').drawId);
  if (table === undefined || id === null) return blocked('table');
  const chain = chainOfTable(table);
  const tLock = lockTime(id.period, Number(table.period_seconds));
  const round = roundFor(tLock, chain);
  const values = { tLock: String(tLock), round: String(round), roundTime: String(timeOfRound(round, chain)) };
  if (need(draw.round, 'no-schedule') !== round) return refuted('other-round', values);
  if (need(draw.locksAtMs, 'no-schedule') !== tLock * 1000) return refuted('other-lock', values);
  if (leaf !== undefined) {
    if (leaf.round !== round || leaf.tLock !== tLock) return refuted('receipt-schedule', values);
    if (leaf.acceptedMs >= tLock * 1000) return refuted('accepted-after-lock', values);
  }
  given.tLock = tLock;
  given.round = round;
  return holds(values);
}

/** Checks the signature of the scheduled round. `checkDice` checks its place in the book. */
export function checkBeacon(given: Case): Outcome {
  const { draw, table, round } = given;
  if (table === undefined || round === undefined) return blocked('table');
  const chain = chainOfTable(table);
  const values = { round: String(round), chainHash: chain.hash, kind: chainKind(chain) };
  const claimed = need(draw.entries, 'no-draw-entry').draw;
  if (isAbsent(claimed)) return withoutEntry(given, timeOfRound(round, chain) * 1000 + GRACE_MS, values);
  const entry = readEntry('draw', need(claimed, 'no-draw-entry'), 'no-draw-entry');
  if (entry === null) return refuted('entry-hash', values);
  const shown = { ...values, signature: entry.signature };
  if (entry.draw_id !== draw.drawId) return refuted('other-draw', shown);
  if (entry.round !== String(round)) return refuted('other-round', shown);
  if (need(draw.signature, 'no-signature') !== entry.signature) return refuted('other-signature', shown);
  if (!verifyBeaconRound(chain, round, entry.signature)) return refuted('signature', shown);
  given.drawEntry = entry;
  return holds(shown);
}

/** Dice, signature and seed without a `draw` entry are no evidence of a result. */
function withoutEntry({ draw, seal, isOverridden }: Case, dueMs: number, values: Outcome['values']): Outcome {
  if (!isAbsent(draw.entries.void) && isOverridden !== true) return blocked('void', values);
  return seal === undefined ? blocked('seal', values) : open('not-drawn-yet', values, dueMs);
}

export function checkDice(given: Case): Outcome {
  const { draw, round, table, drawEntry } = given;
  if (round === undefined || table === undefined || drawEntry === undefined) return blocked('beacon');
  const { signature } = drawEntry;
  const { seed, dice } = drawDice({ chainHash: table.chain_hash, round, signature, drawId: draw.drawId });
  const values = { seed, dice: dice.join(' '), sum: String(sumOf(dice)) };
  const fault = faultOfDice(given, drawEntry, { dice, seed });
  if (fault !== null) return refuted(fault, values);
  const dueMs = timeOfRound(round, chainOfTable(table)) * 1000 + GRACE_MS;
  const unplaced = placeAfter(given, 'draw', draw.entries.draw?.hash ?? '', dueMs);
  if (unplaced !== null) return { ...unplaced, values: { ...values, ...unplaced.values } };
  given.dice = dice;
  return holds(values);
}

function faultOfDice({ draw }: Case, entry: DrawEntry, { dice: own, seed }: DrawResult): string | null {
  if (diceOfEntry(entry).join(' ') !== own.join(' ')) return 'entry-dice';
  const reported = need(draw.dice, 'no-dice');
  if (!Array.isArray(reported)) throw new TypeError('expected a list');
  // Over our own dice: `every` skips holes in the reported list.
  if (reported.length !== own.length || own.some((die, index) => reported[index] !== die)) return 'dice';
  return need(draw.seed, 'no-dice') === seed ? null : 'seed';
}
