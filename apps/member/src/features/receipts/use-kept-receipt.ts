import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { onKeptChange } from './receipt-news.ts';
import { type KeptReceipt, keptReceipt } from './receipt-store.ts';

const KEY = 'kept-receipt';

/** What this phone keeps of a slip, as it changes; null if nothing, undefined until that is known. */
export function useKeptReceipt(slipId: string): KeptReceipt | null | undefined {
  const client = useQueryClient();
  useEffect(() => onKeptChange((changed) => void client.invalidateQueries({ queryKey: [KEY, changed] })), [client]);
  return useQuery({ queryKey: [KEY, slipId], queryFn: () => keptReceipt(slipId), gcTime: 0 }).data;
}
