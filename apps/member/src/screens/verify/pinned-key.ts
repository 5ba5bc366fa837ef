import { firstSeenKey, type Known } from '../../features/proof/trusted-keys.ts';
import type { PinnedKey } from './independence.tsx';

/** Whose word the key of this house's book rests on. What was kept only just now is the house's word of today. */
export function pinnedKeyOf(known: Known): PinnedKey {
  const { pin, followed, house } = known;
  if (pin !== null) return { state: 'pinned', sinceMs: pin.pinnedAtMs };
  const isEarlier = firstSeenKey(known) !== null && followed !== null && followed.sinceMs < performance.timeOrigin;
  if (isEarlier) return { state: 'kept', sinceMs: followed.sinceMs };
  return { state: house === null ? 'none' : 'named' };
}
