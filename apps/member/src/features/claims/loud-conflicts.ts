import type { QueryClient } from '@tanstack/react-query';
import { conflictOf } from '@tercet/fair';
import { drawQuery } from '../../api/lottery/lotteries.ts';
import { runProof } from '../proof/run-proof.ts';
import { readKnown } from '../proof/trusted-keys.ts';
import { ownTermsOf } from '../proof/verification-terms.ts';
import { conflictingClaims, type KeptClaim, settleClaims } from './claim-store.ts';
import { datedClaim, OWN_BOOK } from './known-claims.ts';

/**
 * Draws of which this house itself said two things, with all that it said. What a file said counts on the page that
 * opened it, not on every screen. A void that witnesses overrode is no contradiction: where only void and dice differ,
 * the draw is checked first.
 */
export async function loudConflicts(client: QueryClient): Promise<KeptClaim[][]> {
  const byDraw = new Map<string, KeptClaim[]>();
  for (const one of await conflictingClaims()) {
    if (one.book !== OWN_BOOK || one.source !== 'house') continue;
    byDraw.set(one.drawId, [...(byDraw.get(one.drawId) ?? []), one]);
  }
  const loud: KeptClaim[][] = [];
  for (const claims of byDraw.values()) if (await isBreach(client, claims)) loud.push(claims);
  return loud;
}

async function isBreach(client: QueryClient, claims: readonly KeptClaim[]): Promise<boolean> {
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
    // Without an answer of the house, its earlier claims remain as evidence.
    return true;
  }
}
