import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import { readMemberKey } from '../../api/shared/data-provider.ts';
import { session, useMe } from '../../features/session/store.ts';
import { useDeskNews } from './use-desk-news.ts';

/** Longer than the interval at which either side reports typing. */
const TYPING_MS = 6_000;
/** Each read is logged, so events within this time share one. */
const GATHER_MS = 500;

/** Who else is typing: the member, or a colleague with their name. Null if no one is. */
export type Typist = { side: 'member' } | { side: 'house'; name: string } | null;

/** Keeps a conversation up to date, and tracks who else is typing. */
export function useLiveThread(key: string): { typist: Typist; isLive: boolean } {
  const me = useMe();
  const queries = useQueryClient();
  const [typist, setTypist] = useState<Typist>(null);
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
    if (news.what === 'typing') {
      // The reader's own typing comes back to all their tabs.
      if (news.staff?.id === me.id) return;
      clearTimeout(typing.current);
      setTypist(news.staff === undefined ? { side: 'member' } : { side: 'house', name: news.staff.name });
      typing.current = setTimeout(() => setTypist(null), TYPING_MS);
      return;
    }
    if (news.what === 'entry') setTypist(null);
    // The house's own reading changes nothing here.
    if (news.what === 'read' && news.by === 'house') return;
    clearTimeout(looking.current);
    looking.current = setTimeout(look, GATHER_MS);
  });
  return { typist, isLive };
}
