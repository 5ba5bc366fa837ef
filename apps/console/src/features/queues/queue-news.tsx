import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useEffectEvent, useRef } from 'react';
import { followStaff, type StaffNews } from '../../api/staff/staff-stream.ts';
import { setTitlePrefix } from '../../ui/title-prefix.ts';
import { useMe, useSession } from '../session/store.ts';
import { announce } from './announce.ts';
import { countText, grownSince, totalOf } from './queue-counts.ts';
import { useQueueText } from './use-queue-text.ts';
import { useQueues } from './use-queues.ts';

/** News within this time share one read. */
const GATHER_MS = 500;

/** Keeps the queues up to date, their sum in the page title, and announces what is new. Mounted once, by the layout. */
export function QueueNews(): null {
  const { role } = useMe();
  const { status } = useSession();
  const queries = useQueryClient();
  const textOf = useQueueText();
  const { data } = useQueues();
  const known = useRef(data?.items);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  const look = useEffectEvent(() => {
    timer.current = undefined;
    void queries.invalidateQueries({ queryKey: ['queues'] });
  });
  const hear = useEffectEvent((news: StaffNews) => {
    if (isOfQueues(news, role)) timer.current ??= setTimeout(() => look(), GATHER_MS);
  });
  useEffect(() => {
    if (status !== 'in') return;
    const stop = followStaff({ onNews: (news) => hear(news) });
    return () => {
      clearTimeout(timer.current);
      timer.current = undefined;
      stop();
    };
  }, [status]);
  const items = data?.items;
  const compare = useEffectEvent(() => {
    if (items === undefined) return;
    const total = totalOf(items);
    setTitlePrefix(total === 0 ? '' : `(${countText(total)}) `);
    for (const queue of grownSince(known.current ?? items, items)) announce(queue, textOf(queue));
    known.current = items;
  });
  useEffect(() => {
    if (items !== undefined) compare();
  }, [items]);
  return null;
}

/** Reading and typing change no queue. */
function isOfQueues(news: StaffNews, role: string): boolean {
  if (news.kind === 'queues') return news.roles.some((one) => one === role);
  return news.kind === 'missed' || (news.news.what !== 'typing' && news.news.what !== 'read');
}
