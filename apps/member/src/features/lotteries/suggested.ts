import type { Lottery } from '../../api/shared/types.ts';

type Suggestible = Pick<Lottery, 'closed' | 'listed' | 'stakeMinMinor' | 'minBalanceMinor' | 'periodSeconds'>;

/** Shorter periods leave a newcomer little time to read. */
const CALM_SECONDS = 60;

/**
 * The table to suggest for a first bet: one that is open and asks for no more balance than the member has, with the
 * smallest stake. Among equals, the shortest period of at least a minute. Null if there is none.
 */
export function suggestedOf<T extends Suggestible>(tables: readonly T[], availableMinor: bigint): T | null {
  const open = tables.filter(
    ({ closed, listed, minBalanceMinor, stakeMinMinor }) =>
      listed && !closed && BigInt(minBalanceMinor) <= availableMinor && BigInt(stakeMinMinor) <= availableMinor,
  );
  return open.toSorted(byStakeThenPeriod)[0] ?? null;
}

function byStakeThenPeriod(one: Suggestible, other: Suggestible): number {
  const [a, b] = [BigInt(one.stakeMinMinor), BigInt(other.stakeMinMinor)];
  if (a !== b) return a < b ? -1 : 1;
  return waitOf(one) - waitOf(other);
}

function waitOf({ periodSeconds }: Suggestible): number {
  return periodSeconds < CALM_SECONDS ? Number.MAX_SAFE_INTEGER : periodSeconds;
}
