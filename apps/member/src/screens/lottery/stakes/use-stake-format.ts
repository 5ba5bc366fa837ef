import { type ReadAmount, readAmount } from '@tercet/money';
import { useMoneyFormat, useMoneyParts } from '../../../features/house/use-money.ts';

/** What an empty field reads as. Its row says so once the field is left. */
export const EMPTIED: ReadAmount = { minor: null };

interface StakeFormat {
  /** The stake in the member's number format, with the currency's decimals and without its unit: "5.00". */
  write(stakeMinor: bigint): string;
  read(text: string): ReadAmount;
}

/** Writes and reads the amount of a stake field. */
export function useStakeFormat(): StakeFormat {
  const format = useMoneyFormat();
  const parts = useMoneyParts();
  return {
    write: (stakeMinor) => parts(stakeMinor, {}).find(({ kind }) => kind === 'number')?.text ?? '',
    read: (text) => (text.trim() === '' ? EMPTIED : readAmount(text, format)),
  };
}
