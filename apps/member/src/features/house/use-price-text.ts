import { formatMinor } from '@tercet/money';
import { useMoneyFormat } from './use-money.ts';

/** Formats prices and thresholds, without needless decimals: "12 credits", "12.50 credits". */
export function usePriceText(): (minor: string | bigint) => string {
  const format = useMoneyFormat();
  return (minor) => formatMinor(BigInt(minor), { ...format, decimalsOfWhole: false });
}
