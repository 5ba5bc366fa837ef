import { useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { whenLoaded } from '../../ui/load-failure/when-loaded.ts';
import { useSession } from '../session/use-session.ts';

/** Leaves the first moments to the first screen. */
const AFTER_START_MS = 1500;

/** Watches the member's receipts while the app is open. Loads its code after the first screen. */
export function ReceiptKeeping() {
  const client = useQueryClient();
  const memberId = useSession().me?.id;
  useEffect(() => {
    if (memberId === undefined) return;
    let stop: (() => void) | null = null;
    const timer = setTimeout(() => {
      stop = whenLoaded(
        () => import('./receipt-keeper.ts'),
        ({ watchReceipts }) => watchReceipts(client, memberId),
      );
    }, AFTER_START_MS);
    return () => {
      clearTimeout(timer);
      stop?.();
    };
  }, [client, memberId]);
  return null;
}
