import { type ReadAmount, readAmount } from '@tercet/money';
import { useState } from 'react';
import { useMoneyFormat, useMoneyNumber } from '../../../features/house/use-money.ts';
import { useAmountFault } from '../../../features/money/use-amount-fault.ts';

interface TypedStake {
  /** The stake as the reader writes it, without its unit. */
  text: string;
  /** Why the typed text is no amount; null where it is one. */
  fault: string | null;
  /** The typed amount in minor units; 0 where the text is no amount. */
  read(text: string): bigint;
  /** The stake was changed by another way than typing. */
  forget(): void;
}

/** A stake in a field that can be typed in. */
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
