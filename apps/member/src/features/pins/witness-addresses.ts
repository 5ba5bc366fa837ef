import { parseVerifierKey } from '@tercet/fair';
import type { House } from '../../api/shared/types.ts';
import type { PinnedWitness } from './pin-store.ts';
import { isLoopback, isPrivateAddress } from './private-address.ts';

/**
 * True if a witness may be queried at its address. Private and local addresses are for development: allowed only if the
 * page or the chosen club is on this device.
 */
export function mayAsk({ url }: PinnedWitness, club: string): boolean {
  return !isPrivateAddress(url) || isLoopbackAddress(club);
}

function isLoopbackAddress(address: string): boolean {
  return URL.canParse(address) && isLoopback(new URL(address).hostname);
}

/** True if two lists name the same witnesses at the same addresses, in any order. */
export function sameWitnesses(a: readonly PinnedWitness[], b: readonly PinnedWitness[]): boolean {
  const text = (list: readonly PinnedWitness[]) => [...new Set(list.map(({ vkey, url }) => `${vkey} ${url}`))].sort();
  return text(a).join('\n') === text(b).join('\n');
}

/** Witnesses that the house names for its book; null if it does not answer. Drops those without a readable key. */
export function namedWitnesses(house: Pick<House, 'book'> | null): PinnedWitness[] | null {
  if (house === null) return null;
  const named: unknown = house.book?.witnesses;
  if (!Array.isArray(named)) return [];
  return named.flatMap(({ vkey, url }: Partial<PinnedWitness>) =>
    typeof vkey === 'string' && typeof url === 'string' && parseVerifierKey(vkey) !== null ? [{ vkey, url }] : [],
  );
}
