import { keepPreviousData, useQuery } from '@tanstack/react-query';
import type { FateClaim } from '@tercet/fair';
import { type ClaimSource, claimsOf, type KeptClaim, keepClaims } from '../../features/claims/claim-store.ts';
import { CLAIMS_KEY } from '../../features/claims/claims-watch.ts';
import { datedClaim } from '../../features/claims/known-claims.ts';
import { claimsIn } from '../../features/claims/read-claims.ts';

/** What this phone was told of a draw, by now. */
export interface ReceivedClaims {
  kept: readonly KeptClaim[];
  claims: readonly FateClaim[];
}

interface Answer {
  answer: unknown;
  source: ClaimSource;
  /** Of the answer itself; another one is kept anew. */
  atMs: number;
}

/**
 * Keeps what answers say of a draw, and reads all that this phone was ever told of it. Undefined until that is done, or
 * while there is no answer.
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
      const kept = await claimsOf(book, drawId ?? '');
      const direct = (answers ?? []).flatMap(({ answer, source }) =>
        claimsIn(answer).map(({ claim }) => ({ claim, source, seenAtMs: Date.now() })),
      );
      // Where the browser keeps nothing, what was just said is compared all the same.
      return { kept, claims: (kept.length > 0 ? kept : direct).map(datedClaim) };
    },
    enabled: answers !== null && drawId !== undefined,
    networkMode: 'always',
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
    placeholderData: keepPreviousData,
  }).data;
}
