import type { FateClaim } from '@tercet/fair';
import { claimsOf } from './claim-store.ts';

/** Claims about this house's draws, and about draws of its book, are kept under this name. */
export const OWN_BOOK = 'house';

/** What this phone was told of a draw of this house. */
export async function toldOf(drawId: string): Promise<FateClaim[]> {
  return (await claimsOf(OWN_BOOK, drawId)).map(({ claim, seenAtMs }) => ({ ...claim, seenMs: seenAtMs }));
}
