import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { markThreadRead } from '../../api/house/desk.ts';
import { keys } from '../../api/shared/query-keys.ts';
import type { FullDeskThread } from '../../api/shared/types.ts';

/** Marks the displayed messages as read while the page is visible. */
export function useMarkRead(thread: FullDeskThread | undefined): void {
  const client = useQueryClient();
  const isLooking = useIsLooking();
  const id = thread?.id;
  const upTo = thread?.said.at(-1)?.n ?? 0;
  const isUnread = thread !== undefined && upTo > thread.memberRead;
  useEffect(() => {
    if (!isLooking || !isUnread || id === undefined) return;
    markThreadRead(id, upTo)
      .then((read) => {
        client.setQueryData<FullDeskThread>(keys.thread(id), (old) => old && { ...old, ...read });
        void client.invalidateQueries({ queryKey: keys.threads });
        void client.invalidateQueries({ queryKey: keys.threadsUnread });
      })
      // Retried with the next new message, or when the page becomes visible again.
      .catch(() => undefined);
  }, [client, id, isLooking, isUnread, upTo]);
}

function useIsLooking(): boolean {
  const [isLooking, setLooking] = useState(document.visibilityState === 'visible');
  useEffect(() => {
    const look = () => setLooking(document.visibilityState === 'visible');
    document.addEventListener('visibilitychange', look);
    return () => document.removeEventListener('visibilitychange', look);
  }, []);
  return isLooking;
}
