/** Downloads the lists of bets behind seals. */
import type { SealEntry } from '@tercet/fair';
import type { Club } from './club.ts';

const SEALS_AT_ONCE = 8;
/** Most slips in a list of bets that is read. A list of this length has 128 MB. */
const SLIPS_MAX = 4_000_000;
/** Lists up to this length are fetched in parallel. */
const SHORT_SLIPS_MAX = 100_000;

/**
 * Calls `onList` with the concatenated leaf hashes of each seal, in any order; null where the club does not serve them,
 * or the list is too long. Throws a `CheckFailure` where the club does not answer.
 */
export async function readLists<Seal extends Pick<SealEntry, 'draw_id' | 'count'>>(
  club: Pick<Club, 'packedSlips'>,
  seals: readonly Seal[],
  onList: (seal: Seal, packed: Uint8Array | null) => void,
): Promise<void> {
  const read = async (seal: Seal): Promise<void> => {
    const size = Number(seal.count);
    onList(seal, size > SLIPS_MAX ? null : await club.packedSlips(seal.draw_id, size + 1));
  };
  const short = seals.filter(({ count }) => Number(count) <= SHORT_SLIPS_MAX);
  for (let at = 0; at < short.length; at += SEALS_AT_ONCE) {
    await Promise.all(short.slice(at, at + SEALS_AT_ONCE).map(read));
  }
  for (const seal of seals) if (Number(seal.count) > SHORT_SLIPS_MAX) await read(seal);
}
