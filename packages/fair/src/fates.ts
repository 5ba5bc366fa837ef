/**
 * One fate per draw: compares what several sources said of the same draw. Two members who were told different things
 * have found a breach, whichever of the two is true.
 */
import { isAbsent } from './case.ts';
import type { Dice } from './draw.ts';
import { decodeEntryAs, diceOfEntry } from './entries.ts';
import type { DrawProof, FateClaim } from './proof.ts';

export type ClaimConflict = 'two-tables' | 'two-seals' | 'two-results' | 'two-fates';

/** What a bundle says of its draw, proven or not. Null where it names no draw. Never throws. */
export function claimOf(draw: DrawProof | null | undefined): FateClaim | null {
  try {
    if (isAbsent(draw?.drawId)) return null;
    const { drawId, entries, dice, table } = draw as DrawProof;
    const drawn = entries?.draw?.body === undefined ? null : diceOfEntry(decodeEntryAs('draw', entries.draw.body));
    const told: Dice | null = drawn ?? dice ?? null;
    const fate = told !== null ? 'drawn' : isAbsent(entries?.void) ? null : 'void';
    return { drawId, tableHash: table?.hash ?? null, seal: entries?.seal?.body ?? null, fate, dice: told };
  } catch {
    return null;
  }
}

/**
 * Unix milliseconds by which the house had to make the draw after all, since witnesses saw its seal in time. Null where
 * they did not, `unknown` where a witness that was not heard may have.
 */
export type TakenBackBy = number | 'unknown' | null;

/**
 * The first contradiction between two claims about one draw, or null. A void that the reader saw by `takenBackBy`, and
 * no later than the draw, was taken back. A void that came after the dice was not. `undated-void`: nobody says when the
 * void was told, so it may have been taken back.
 */
export function conflictOf(
  a: FateClaim,
  b: FateClaim,
  takenBackBy: TakenBackBy,
): ClaimConflict | 'undated-void' | null {
  if (a.drawId !== b.drawId) return null;
  if (differ(a.tableHash, b.tableHash)) return 'two-tables';
  if (differ(a.seal, b.seal)) return 'two-seals';
  if (differ(a.dice?.join(' '), b.dice?.join(' '))) return 'two-results';
  if (!differ(a.fate, b.fate)) return null;
  const [voided, drawn] = a.fate === 'void' ? [a, b] : [b, a];
  const { seenMs } = voided;
  if (takenBackBy === null) return 'two-fates';
  if (seenMs === undefined) return 'undated-void';
  if (takenBackBy === 'unknown') return 'two-fates';
  return seenMs < takenBackBy && !((drawn.seenMs ?? seenMs) < seenMs) ? null : 'two-fates';
}

function differ(a: string | null | undefined, b: string | null | undefined): boolean {
  return a !== undefined && a !== null && b !== undefined && b !== null && a !== b;
}
