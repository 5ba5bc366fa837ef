import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useSyncExternalStore } from 'react';
import { onOutbox, openOutbox, type Waiting, waiting } from './outbox.ts';

/** What waits to be sent, of the member who is signed in. */
export function useOutbox(memberId: string): readonly Waiting[] {
  const client = useQueryClient();
  useEffect(() => openOutbox(client, memberId), [client, memberId]);
  return useSyncExternalStore(onOutbox, waiting);
}
