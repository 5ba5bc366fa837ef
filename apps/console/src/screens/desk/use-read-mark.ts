import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useEffectEvent, useRef } from 'react';
import { type FullThread, markThreadRead } from '../../api/members/desk.ts';

/** Events that show a person in front of the page. */
const SIGNS_OF_LIFE = ['pointermove', 'pointerdown', 'keydown', 'focus'] as const;

/**
 * Marks the member's messages as read, which the member sees. Opening a conversation marks it. Later messages are
 * marked on the next input event, since an open page alone does not read.
 */
export function useReadMark(thread: FullThread & { key: string }, mayMark: boolean): void {
  const queries = useQueryClient();
  const marked = useRef(thread.houseRead);
  const mark = useEffectEvent(() => {
    const { key, entries, unread } = thread;
    if (!mayMark || unread === 0 || marked.current >= entries || document.visibilityState !== 'visible') return;
    marked.current = entries;
    markThreadRead(key, entries).then(
      (after) => queries.setQueryData(['desk', 'whole', key], { ...after, id: key, key }),
      // Retry at the next input event.
      () => {
        marked.current = thread.houseRead;
      },
    );
  });
  useEffect(() => {
    const live = () => mark();
    live();
    for (const sign of SIGNS_OF_LIFE) window.addEventListener(sign, live);
    return () => {
      for (const sign of SIGNS_OF_LIFE) window.removeEventListener(sign, live);
    };
  }, []);
}
