import type { FateClaim } from '@tercet/fair';
import { claimsOf, type StoredClaim } from './claim-store.ts';

/** Storage key for claims about draws of this house and its book. */
export const OWN_BOOK = 'house';

/** A claim with the time at which the house made it. A claim from a file has no reliable time. */
export function datedClaim({ claim, source, seenAtMs }: Pick<StoredClaim, 'claim' | 'source' | 'seenAtMs'>): FateClaim {
  return source === 'file' ? claim : { ...claim, seenMs: seenAtMs };
}

/** Claims stored on this phone about a draw of this house. */
export async function knownClaims(drawId: string): Promise<FateClaim[]> {
  return (await claimsOf(OWN_BOOK, drawId)).map(datedClaim);
}
