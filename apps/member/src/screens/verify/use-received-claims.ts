import { keepPreviousData, useQuery } from '@tanstack/react-query';
import type { FateClaim } from '@tercet/fair';
import { type ClaimSource, claimsOf, keepClaims, type StoredClaim } from '../../features/claims/claim-store.ts';
import { CLAIMS_KEY } from '../../features/claims/claims-watch.ts';
import { datedClaim } from '../../features/claims/known-claims.ts';
import { claimsIn } from '../../features/claims/read-claims.ts';

/** What this phone knows of the answers about a draw. */
export interface ReceivedClaims {
  kept: readonly StoredClaim[];
  claims: readonly FateClaim[];
}

interface Answer {
  answer: unknown;
  source: ClaimSource;
  /** Time of the answer, ms since the epoch. A newer answer is stored too. */
  atMs: number;
}

/**
 * Stores the claims in the answers, then reads all claims about the draw that this phone ever stored. Undefined until
 * that is done, or while there are no answers.
 */
export function useReceivedClaims(
  book: string,
  drawId: string | undefined,
  answers: readonly Answer[] | null,
): ReceivedClaims | undefined {
  return useQuery({
    queryKey: [...CLAIMS_KEY, book, drawId, answers?.map(({ atMs }) => atMs)],
    queryFn: async (): Promise<ReceivedClaims> => {
      for (const { answer, source } of answers ?? []) {
        await keepClaims(claimsIn(answer), { book, source, seenAtMs: Date.now() });
      }
      const stored = await claimsOf(book, drawId ?? '');
      const direct = (answers ?? []).flatMap(({ answer, source }) =>
        claimsIn(answer).map(({ claim }) => ({ claim, source, seenAtMs: Date.now() })),
      );
      // If the browser stores nothing, compare at least the current answers.
      return { kept: stored, claims: (stored.length > 0 ? stored : direct).map(datedClaim) };
    },
    enabled: answers !== null && drawId !== undefined,
    networkMode: 'always',
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
    placeholderData: keepPreviousData,
  }).data;
}
