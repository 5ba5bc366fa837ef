import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useEffectEvent, useRef } from 'react';
import { type FullThread, markThreadRead } from '../../api/members/desk.ts';

/** What somebody does who sits before the page. */
const SIGNS_OF_LIFE = ['pointermove', 'pointerdown', 'keydown', 'focus'] as const;

/**
 * Marks what a member wrote as read, which he is shown. Opening a talk is reading it; what comes later is read once
 * somebody moves before the page, since an open page alone reads nothing.
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
      // The next sign of life tries again.
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
