/** The checks of the result: the schedule, the beacon's round, the dice. */
import { chainKind, verifyBeaconRound } from './beacon.ts';
import { sumOf } from './bets.ts';
import { type Case, holds, isPlaced, type Outcome, open, readEntry, refuted } from './case.ts';
import { drawDice } from './draw.ts';
import { chainOfTable, diceOfEntry } from './entries.ts';
import type { DrawEntry, TableEntry } from './entry-types.ts';
import { lockTime, parseDrawId, roundFor, timeOfRound } from './schedule.ts';

/** A house that has the round's signature gets so long to draw. */
const DRAW_MS = 60_000;

export function checkSchedule(given: Case): Outcome {
  const { draw, leaf, table } = given;
  const id = parseDrawId(draw.drawId);
  if (table === undefined || id === null) return open('no-table');
  const chain = chainOfTable(table);
  const tLock = lockTime(id.period, Number(table.period_seconds));
  const round = roundFor(tLock, chain);
  const values = { tLock: String(tLock), round: String(round), roundTime: String(timeOfRound(round, chain)) };
  if (draw.round !== round) return refuted('other-round', values);
  if (draw.locksAtMs !== tLock * 1000) return refuted('other-lock', values);
  if (leaf !== undefined) {
    if (leaf.round !== round || leaf.tLock !== tLock) return refuted('receipt-schedule', values);
    if (leaf.acceptedMs >= tLock * 1000) return refuted('accepted-after-lock', values);
  }
  given.tLock = tLock;
  given.round = round;
  return holds(values);
}

export function checkBeacon(given: Case): Outcome {
  const { draw, table, round } = given;
  if (table === undefined || round === undefined) return open('no-table');
  const chain = chainOfTable(table);
  const entry = draw.entries.draw === null ? null : readEntry('draw', draw.entries.draw);
  if (draw.entries.draw !== null && entry === null) return refuted('entry-hash');
  const signature = entry?.signature ?? draw.signature;
  const values = { round: String(round), chainHash: chain.hash, kind: chainKind(chain), signature: signature ?? '' };
  if (signature === null) return withoutSignature(given, table, round, values);
  const fault = entry === null ? null : faultOfEntry(entry, given, round);
  if (fault !== null) return refuted(fault, values);
  if (draw.signature !== signature) return refuted('other-signature', values);
  if (!verifyBeaconRound(chain, round, signature)) return refuted('signature', values);
  given.signature = signature;
  if (entry !== null) given.drawEntry = entry;
  return holds(values);
}

function faultOfEntry(entry: DrawEntry, given: Case, round: number): string | null {
  const { draw } = given;
  if (entry.draw_id !== draw.drawId) return 'other-draw';
  if (entry.round !== String(round)) return 'other-round';
  return isPlaced(given, draw.entries.draw?.hash ?? '', draw.book?.after?.draw) ? null : 'not-in-book';
}

function withoutSignature(given: Case, table: TableEntry, round: number, values: Outcome['values']): Outcome {
  if (given.draw.dice !== null) return refuted('no-signature', values);
  if (given.isVoid === true) return open('void', values);
  return isFalselyLate(given, table, round) ? refuted('false-late', values) : open('not-drawn-yet', values);
}

/** The beacon spoke, the bets are sealed, and the house has not drawn. */
function isFalselyLate({ options, seal }: Case, table: TableEntry, round: number): boolean {
  const { beaconSignature, nowMs } = options;
  const chain = chainOfTable(table);
  if (beaconSignature === undefined || seal === undefined) return false;
  if (nowMs !== undefined && nowMs < timeOfRound(round, chain) * 1000 + DRAW_MS) return false;
  return verifyBeaconRound(chain, round, beaconSignature);
}

export function checkDice(given: Case): Outcome {
  const { draw, round, table, signature, drawEntry, isVoid } = given;
  if (signature === undefined || round === undefined || table === undefined) {
    return open(isVoid === true ? 'void' : 'no-signature');
  }
  const { seed, dice } = drawDice({ chainHash: table.chain_hash, round, signature, drawId: draw.drawId });
  const values = { seed, dice: dice.join(' '), sum: String(sumOf(dice)) };
  if (isVoid === true) return open('void', values);
  if (drawEntry !== undefined && diceOfEntry(drawEntry).join(' ') !== values.dice) return refuted('entry-dice', values);
  if (draw.dice === null) return open('not-drawn-yet', values);
  if (draw.dice.join(' ') !== values.dice) return refuted('dice', values);
  if (draw.seed !== null && draw.seed !== seed) return refuted('seed', values);
  if (drawEntry === undefined) return open('not-in-book-yet', values);
  given.dice = dice;
  return holds(values);
}
