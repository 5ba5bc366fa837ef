import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useEffectEvent, useRef } from 'react';
import { markOf, type QueueName } from '../../features/queues/queue-counts.ts';
import { useQueues } from '../../features/queues/use-queues.ts';
import { session } from '../../features/session/store.ts';

export const VISITOR_QUEUES: readonly QueueName[] = ['visitors', 'recoveries'];

/** The queues do not change when a waiting visitor writes again, so an open conversation is also read by time. */
const THREAD_EVERY_MS = 60_000;

/** Calls `onNews` when the queues of visitors have changed, while the page is visible. */
export function useVisitorNews(onNews: () => void): void {
  const mark = markOf(useQueues().data?.items, VISITOR_QUEUES);
  const known = useRef<string | null>(null);
  const hear = useEffectEvent(() => {
    if (isRead()) onNews();
  });
  useEffect(() => {
    if (mark === null) return;
    const isNews = known.current !== null && known.current !== mark;
    known.current = mark;
    if (isNews) hear();
  }, [mark]);
}

/** Keeps the conversation with this id up to date. */
export function useLiveVisitor(id: string): void {
  const queries = useQueryClient();
  const look = () => void queries.invalidateQueries({ queryKey: ['visitors', 'whole', id] });
  useVisitorNews(look);
  const tick = useEffectEvent(() => {
    if (isRead()) look();
  });
  useEffect(() => {
    const timer = setInterval(() => tick(), THREAD_EVERY_MS);
    return () => clearInterval(timer);
  }, []);
}

/** A hidden page refetches when it gets visible again, a locked one after sign-in. */
function isRead(): boolean {
  return document.visibilityState === 'visible' && session.read().status === 'in';
}
