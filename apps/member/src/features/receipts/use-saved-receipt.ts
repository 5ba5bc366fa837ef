import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { useSession } from '../session/use-session.ts';
import { onKeptChange } from './receipt-events.ts';
import { savedReceipt } from './receipt-store.ts';
import type { SavedReceipt } from './saved-receipt.ts';

const KEY = 'saved-receipt';

/**
 * The stored receipt of a slip, updated on changes. Null if there is none, or if it is another member's. Undefined
 * while loading.
 */
export function useSavedReceipt(slipId: string): SavedReceipt | null | undefined {
  const client = useQueryClient();
  const memberId = useSession().me?.id;
  useEffect(() => onKeptChange((changed) => void client.invalidateQueries({ queryKey: [KEY, changed] })), [client]);
  const saved = useQuery({ queryKey: [KEY, slipId], queryFn: () => savedReceipt(slipId), gcTime: 0 }).data;
  const isOthers = saved && memberId !== undefined && saved.memberId !== memberId;
  return isOthers ? null : saved;
}
