import type { QueryClient } from '@tanstack/react-query';
import { conflictOf } from '@tercet/fair';
import { drawQuery } from '../../api/lottery/lotteries.ts';
import { runProof } from '../proof/run-proof.ts';
import { readKnown } from '../proof/trusted-keys.ts';
import { ownTermsOf } from '../proof/verification-terms.ts';
import { conflictingClaims, type StoredClaim, settleClaims } from './claim-store.ts';
import { datedClaim, OWN_BOOK } from './known-claims.ts';

/**
 * Draws with contradicting claims by this house itself, each with all such claims. Claims from files are shown only on
 * the page that opened them.
 *
 * If a void and dice are the only difference, the draw is checked first, because witnesses may override a void.
 */
export async function reportableConflicts(client: QueryClient): Promise<StoredClaim[][]> {
  const byDraw = new Map<string, StoredClaim[]>();
  for (const one of await conflictingClaims()) {
    if (one.book !== OWN_BOOK || one.source !== 'house') continue;
    byDraw.set(one.drawId, [...(byDraw.get(one.drawId) ?? []), one]);
  }
  const loud: StoredClaim[][] = [];
  for (const claims of byDraw.values()) if (await isBreach(client, claims)) loud.push(claims);
  return loud;
}

async function isBreach(client: QueryClient, claims: readonly StoredClaim[]): Promise<boolean> {
  const kinds = new Set(claims.flatMap((one) => claims.map((other) => conflictOf(one.claim, other.claim, null))));
  kinds.delete(null);
  if (kinds.size === 0) return false;
  if ([...kinds].some((kind) => kind !== 'two-fates')) return true;
  const drawId = claims[0]?.drawId ?? '';
  try {
    const draw = await client.fetchQuery({ ...drawQuery(drawId), staleTime: 0 });
    const { options, ask } = ownTermsOf(draw, await readKnown(client), claims.map(datedClaim));
    const { steps } = await runProof({ kind: 'draw', proof: draw, options, ask });
    const isRefuted = steps.some(({ id, state }) => id === 'claims' && state === 'refuted');
    if (!isRefuted) await settleClaims(OWN_BOOK, drawId);
    return isRefuted;
  } catch {
    // If the house does not answer, its earlier claims remain as evidence.
    return true;
  }
}
