import type { Report } from '../../api/shared/types.ts';

type Day = Report['days'][number];

/** Several days as one bar: minor units. */
export interface Bucket {
  from: string;
  to: string;
  staked: bigint;
  won: bigint;
}

/** More bars than these cannot be told apart on a phone. */
const BARS_MAX = 31;

/** The days in their order, each by itself or as many together as it takes to fit. */
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

/** A round amount at or above the largest, for the top of a scale: 1, 2 or 5 with zeros. Above 0. */
export function topOf(largest: bigint): bigint {
  for (let step = 1n; ; step *= 10n) {
    for (const digit of [1n, 2n, 5n]) if (digit * step >= largest) return digit * step;
  }
}
