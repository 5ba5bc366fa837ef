import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import { readMemberKey } from '../../api/shared/data-provider.ts';
import { session } from '../../features/session/store.ts';
import { useDeskNews } from './use-desk-news.ts';

/** Longer than the interval at which a member's app reports typing. */
const TYPING_MS = 6_000;
/** Each read is logged, so events within this time share one. */
const GATHER_MS = 500;

/** Keeps a conversation up to date, and tracks whether its member is typing. */
export function useLiveThread(key: string): { isTyping: boolean; isLive: boolean } {
  const queries = useQueryClient();
  const [isTyping, setIsTyping] = useState(false);
  const typing = useRef<ReturnType<typeof setTimeout>>(undefined);
  const looking = useRef<ReturnType<typeof setTimeout>>(undefined);
  useEffect(
    () => () => {
      clearTimeout(typing.current);
      clearTimeout(looking.current);
    },
    [],
  );
  const { id } = readMemberKey(key);
  // Refetch even if a read is in flight: its data may be older than the event.
  const look = () => {
    if (session.read().status === 'in') void queries.invalidateQueries({ queryKey: ['desk', 'whole', key] });
  };
  const isLive = useDeskNews((news) => {
    if (news.what !== 'missed' && news.threadId !== id) return;
    clearTimeout(typing.current);
    setIsTyping(news.what === 'typing' && news.by === 'member');
    if (news.what === 'typing') {
      typing.current = setTimeout(() => setIsTyping(false), TYPING_MS);
      return;
    }
    // The house's own reading changes nothing here.
    if (news.what === 'read' && news.by === 'house') return;
    clearTimeout(looking.current);
    looking.current = setTimeout(look, GATHER_MS);
  });
  return { isTyping, isLive };
}
