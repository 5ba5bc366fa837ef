import { firstSeenKey, type Known } from '../../features/proof/trusted-keys.ts';
import type { PinnedKey } from './independence.tsx';

/** Origin of the key of this house's book. A key that was stored during this visit counts as `named`. */
export function pinnedKeyOf(known: Known): PinnedKey {
  const { pin, followed, house } = known;
  if (pin !== null) return { state: 'pinned', sinceMs: pin.pinnedAtMs };
  const isEarlier = firstSeenKey(known) !== null && followed !== null && followed.sinceMs < performance.timeOrigin;
  if (isEarlier) return { state: 'kept', sinceMs: followed.sinceMs };
  return { state: house === null ? 'none' : 'named' };
}
