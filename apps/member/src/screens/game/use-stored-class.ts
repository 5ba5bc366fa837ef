import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useSearchParams } from 'react-router';
import { classesQuery } from '../../api/lottery/lotteries.ts';
import { useMemberId } from '../../features/session/use-session.ts';
import { shownClass, storeClass, storedClass } from './stored-class.ts';

interface StoredClass {
  /** Key of the displayed class; null for all. */
  chosen: string | null;
  choose(classKey: string | null): void;
}

/** The displayed class of lotteries: from the URL, else the member's last choice. */
export function useStoredClass(): StoredClass {
  const memberId = useMemberId();
  const [search] = useSearchParams();
  const known = useQuery(classesQuery()).data?.items;
  // Forces a render after a choice, since the stored class is not React state.
  const [, setTaps] = useState(0);
  const chosen = shownClass(search.get('class'), storedClass(memberId), known);
  return {
    chosen,
    choose(classKey) {
      storeClass(memberId, classKey);
      setTaps((taps) => taps + 1);
    },
  };
}
