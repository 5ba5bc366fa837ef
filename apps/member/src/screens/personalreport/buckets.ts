import type { Report } from '../../api/shared/types.ts';

type Day = Report['days'][number];

/** Sums of one or several days, in minor units. */
export interface Bucket {
  from: string;
  to: string;
  staked: bigint;
  won: bigint;
}

/** Maximum number of bars that are distinct on a phone. */
const BARS_MAX = 31;

/** Groups days, in order, into at most `BARS_MAX` buckets. */
export function bucketsOf(days: readonly Day[]): Bucket[] {
  const size = Math.max(1, Math.ceil(days.length / BARS_MAX));
  const buckets: Bucket[] = [];
  for (let at = 0; at < days.length; at += size) buckets.push(together(days.slice(at, at + size)));
  return buckets;
}

function together(days: readonly Day[]): Bucket {
  const sum = (of: (day: Day) => string) => days.reduce((total, day) => total + BigInt(of(day)), 0n);
  return {
    from: days[0]?.day ?? '',
    to: days.at(-1)?.day ?? '',
    staked: sum(({ stakedMinor }) => stakedMinor),
    won: sum(({ wonMinor }) => wonMinor),
  };
}

/** The lowest of 1, 2, 5, 10, 20, 50 and so on that is at least `largest`: the top of the scale. */
export function topOf(largest: bigint): bigint {
  for (let step = 1n; ; step *= 10n) {
    for (const digit of [1n, 2n, 5n]) if (digit * step >= largest) return digit * step;
  }
}
