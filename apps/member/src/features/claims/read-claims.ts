import { claimOf, type Dice, type DrawProof, decodeEntryAs, diceOfEntry, type FateClaim } from '@tercet/fair';
import { isTooDeep } from '../proof/structured-clone.ts';

/** A claim about a draw, and the answer that contained it. */
export interface ToldClaim {
  claim: FateClaim;
  evidence: unknown;
}

const DEPTH_MAX = 8;
const CLAIMS_MAX = 500;

/** Claims about draws at any depth of an answer: in bundles, draws, slips and entries of the book. Never throws. */
export function claimsIn(answer: unknown): ToldClaim[] {
  const claims: ToldClaim[] = [];
  walk(answer, DEPTH_MAX, claims);
  return claims;
}

function walk(value: unknown, depth: number, claims: ToldClaim[]): void {
  if (typeof value !== 'object' || value === null || depth === 0 || claims.length >= CLAIMS_MAX) return;
  const claim = claimIn(value as Record<string, unknown>);
  if (claim !== null) {
    const stated = claim.fate !== null || claim.seal !== null;
    // Data nested too deeply cannot be stored.
    if (stated && !isTooDeep(value)) claims.push({ claim, evidence: value });
    return;
  }
  for (const part of Array.isArray(value) ? value : Object.values(value)) walk(part, depth - 1, claims);
}

function claimIn(value: Record<string, unknown>): FateClaim | null {
  if (typeof value.type === 'string' && typeof value.body === 'string') return claimOfEntry(value.type, value.body);
  if (typeof value.drawId !== 'string') return null;
  if (typeof value.entries === 'object' && value.entries !== null) return claimOf(value as unknown as DrawProof);
  if (!('dice' in value) || !('state' in value)) return null;
  const dice = readDice(value.dice);
  const fate = dice !== null ? 'drawn' : value.state === 'void' ? 'void' : null;
  return { drawId: value.drawId, tableHash: null, seal: null, fate, dice };
}

function claimOfEntry(type: string, body: string): FateClaim | null {
  try {
    if (type === 'draw') {
      const entry = decodeEntryAs('draw', body);
      return { drawId: entry.draw_id, tableHash: null, seal: null, fate: 'drawn', dice: diceOfEntry(entry) };
    }
    if (type === 'void') {
      const { draw_id: drawId, table } = decodeEntryAs('void', body);
      return { drawId, tableHash: table, seal: null, fate: 'void', dice: null };
    }
    if (type !== 'seal') return null;
    const { draw_id: drawId, table } = decodeEntryAs('seal', body);
    return { drawId, tableHash: table, seal: body, fate: null, dice: null };
  } catch {
    return null;
  }
}

function readDice(value: unknown): Dice | null {
  const isDice = Array.isArray(value) && value.length === 3 && value.every((die) => Number.isInteger(die));
  return isDice ? (value as unknown as Dice) : null;
}
