import type { Play } from '../../../api/shared/types.ts';

/** Payouts minus stakes of the settled bets of a play session. The server counts open bets as staked. */
export function settledNet({ netMinor, openMinor }: Pick<Play, 'netMinor' | 'openMinor'>): bigint {
  return BigInt(netMinor) + BigInt(openMinor);
}
