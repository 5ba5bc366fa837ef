import { useQuery } from '@tanstack/react-query';
import { claimsOf, type StoredClaim } from './claim-store.ts';
import { CLAIMS_KEY } from './claims-watch.ts';

/** Claims stored about a draw; undefined while loading. */
export function useClaims(book: string | null, drawId: string | undefined): readonly StoredClaim[] | undefined {
  return useQuery({
    queryKey: [...CLAIMS_KEY, book, drawId],
    queryFn: () => (book === null || drawId === undefined ? [] : claimsOf(book, drawId)),
    networkMode: 'always',
    staleTime: 0,
    gcTime: 0,
  }).data;
}
