import { type ReadAmount, readAmount } from '@tercet/money';
import { useState } from 'react';
import { useMoneyFormat, useMoneyNumber } from '../../../features/house/use-money.ts';
import { useAmountFault } from '../../../features/money/use-amount-fault.ts';

interface TypedStake {
  /** The stake in the member's number format, without its unit. */
  text: string;
  /** Why the typed text is not an amount; null if it is one. */
  fault: string | null;
  /** Parses an amount to minor units; 0 if the text is not an amount. */
  read(text: string): bigint;
  /** Clears the fault, after a change by other means than typing. */
  forget(): void;
}

/** State of a stake field that the member can type in. */
export function useTypedStake(stakeMinor: bigint): TypedStake {
  const format = useMoneyFormat();
  const number = useMoneyNumber();
  const [unread, setUnread] = useState<ReadAmount | null>(null);
  return {
    text: number(stakeMinor),
    fault: useAmountFault()(unread),
    read(text) {
      const read = readAmount(text, format);
      setUnread(read.minor === null ? read : null);
      return read.minor ?? 0n;
    },
    forget: () => setUnread(null),
  };
}
