import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import { readMemberKey } from '../../api/shared/data-provider.ts';
import { session } from '../../features/session/store.ts';
import { useDeskNews } from './use-desk-news.ts';

/** A member who goes on writing says so more often than this. */
const TYPING_MS = 6_000;
/** What comes close together is shown by one look, since each look is written down. */
const GATHER_MS = 500;

/** Keeps what is shown of a talk as it is, and knows whether its member is writing. */
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
  // Also where something was read meanwhile: an answer that comes after the news may have been written before it.
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
    // What the house itself has read changes nothing here.
    if (news.what === 'read' && news.by === 'house') return;
    clearTimeout(looking.current);
    looking.current = setTimeout(look, GATHER_MS);
  });
  return { isTyping, isLive };
}
