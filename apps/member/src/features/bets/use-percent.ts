import type { Fraction } from '@tercet/fair';
import { useFormatter } from 'use-intl';

/** Percent to two places, rounded down from the exact fraction: never more than it is. */
export function usePercent(): (share: Fraction) => string {
  const format = useFormatter();
  return ({ num, den }) =>
    format.number(Number((num * 10_000n) / den) / 10_000, {
      style: 'percent',
      minimumFractionDigits: 2,
      maximumFractionDigits: 2,
    });
}
