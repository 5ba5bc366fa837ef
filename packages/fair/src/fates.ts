/**
 * One fate per draw: compares the claims of several sources about the same draw. A contradiction is a breach, no matter
 * which claim is true.
 */
import { isAbsent } from './case.ts';
import type { Dice } from './draw.ts';
import { decodeEntryAs, diceOfEntry } from './entries.ts';
import type { DrawProof, FateClaim } from './proof.ts';

export type ClaimConflict = 'two-tables' | 'two-seals' | 'two-results' | 'two-fates';

/** The bundle's claim about its draw, proven or not. Null where it names no draw. Never throws. */
export function claimOf(draw: DrawProof | null | undefined): FateClaim | null {
  try {
    if (isAbsent(draw?.drawId)) return null;
    const { drawId, entries, dice, table } = draw as DrawProof;
    const drawn = entries?.draw?.body === undefined ? null : diceOfEntry(decodeEntryAs('draw', entries.draw.body));
    const reported: Dice | null = drawn ?? dice ?? null;
    const fate = reported !== null ? 'drawn' : isAbsent(entries?.void) ? null : 'void';
    return { drawId, tableHash: table?.hash ?? null, seal: entries?.seal?.body ?? null, fate, dice: reported };
  } catch {
    return null;
  }
}

/**
 * The same text for claims that `conflictOf` cannot tell apart. Null for a malformed claim, which is equal to none.
 */
export function keyOfClaim({ drawId, tableHash, seal, fate, dice, seenMs }: FateClaim): string | null {
  try {
    return JSON.stringify([drawId, tableHash, seal, fate, dice?.join(' '), seenMs]);
  } catch {
    return null;
  }
}

/** The claims without repetitions, in their order. */
export function differentClaims(claims: readonly FateClaim[]): FateClaim[] {
  const seen = new Set<string>();
  return claims.filter((claim) => {
    const key = keyOfClaim(claim);
    if (key === null) return true;
    const isNew = !seen.has(key);
    seen.add(key);
    return isNew;
  });
}

/**
 * Unix milliseconds by which the house had to override a void, because witnesses saw the seal in time. Null where no
 * witness saw it. `unknown` where a witness that did not answer may have seen it.
 */
export type TakenBackBy = number | 'unknown' | null;

/**
 * The first contradiction between two claims about one draw, or null. A draw may override a void that the reader saw
 * before `takenBackBy` and no later than the draw. A void after the draw is a contradiction. `undated-void`: the time
 * of the void is unknown, so a draw may have overridden it.
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
