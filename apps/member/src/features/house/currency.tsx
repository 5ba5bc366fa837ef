import { useQuery } from '@tanstack/react-query';
import { PLAY } from '@tercet/money';
import { createContext, type ReactNode, use } from 'react';
import { houseQuery } from '../../api/house/house.ts';
import type { House } from '../../api/shared/types.ts';

type Currency = House['currency'];

const UNKNOWN_YET: Currency = { code: PLAY, exponent: 2 };

const CurrencyContext = createContext<Currency>(UNKNOWN_YET);

/** Provides the house's currency to all amounts. One query for all, since each observer costs a slow phone time. */
export function CurrencyProvider({ children }: { children: ReactNode }) {
  // Does not refetch on mount after a failure: the refetch would hide the error message that mounts it.
  const { data } = useQuery({ ...houseQuery(), retryOnMount: false, select: currencyOf });
  return <CurrencyContext value={data ?? UNKNOWN_YET}>{children}</CurrencyContext>;
}

function currencyOf({ currency }: House): Currency {
  return currency;
}

/** The house's currency; play credits until it is known. */
export function useCurrency(): Currency {
  return use(CurrencyContext);
}
