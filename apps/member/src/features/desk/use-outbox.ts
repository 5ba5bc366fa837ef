import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useSyncExternalStore } from 'react';
import { onOutbox, openOutbox, type Waiting, waiting } from './outbox.ts';

/** The unsent messages of the signed-in member. */
export function useOutbox(memberId: string): readonly Waiting[] {
  const client = useQueryClient();
  useEffect(() => openOutbox(client, memberId), [client, memberId]);
  return useSyncExternalStore(onOutbox, waiting);
}
