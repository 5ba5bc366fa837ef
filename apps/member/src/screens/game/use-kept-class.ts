import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useSearchParams } from 'react-router';
import { classesQuery } from '../../api/lottery/lotteries.ts';
import { useMemberId } from '../../features/session/use-session.ts';
import { keepClass, keptClass, shownClass } from './kept-class.ts';

interface KeptClass {
  /** Key of the class that is shown; null for all. */
  chosen: string | null;
  choose(classKey: string | null): void;
}

/** The class of lotteries that the member chose last. The address goes before it. */
export function useKeptClass(): KeptClass {
  const memberId = useMemberId();
  const [search] = useSearchParams();
  const known = useQuery(classesQuery()).data?.items;
  // Written only by a tap, which also changes the address and so renders anew.
  const [, setTaps] = useState(0);
  const chosen = shownClass(search.get('class'), keptClass(memberId), known);
  return {
    chosen,
    choose(classKey) {
      keepClass(memberId, classKey);
      setTaps((taps) => taps + 1);
    },
  };
}
