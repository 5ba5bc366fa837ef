import type { Fraction } from '@tercet/fair';
import { useFormatter } from 'use-intl';

/** Formats a fraction as percent with two decimals, rounded down so that it never exceeds the exact value. */
export function usePercent(): (share: Fraction) => string {
  const format = useFormatter();
  return ({ num, den }) =>
    format.number(Number((num * 10_000n) / den) / 10_000, {
      style: 'percent',
      minimumFractionDigits: 2,
      maximumFractionDigits: 2,
    });
}
