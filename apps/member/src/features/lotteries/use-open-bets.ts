import { useInfiniteQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { openBetsQuery } from '../../api/lottery/slips.ts';
import { useFurtherPages } from '../lists/use-further-pages.ts';
import { useSession } from '../session/use-session.ts';
import { type OpenBets, openBetsOf } from './open-bets.ts';

/** A page holds a hundred slips. */
const PAGES_MAX = 10;

/** The member's open bets; empty for a visitor and while loading. */
export function useOpenBets(): OpenBets {
  const isMember = useSession().status === 'member';
  const query = useInfiniteQuery({ ...openBetsQuery(), enabled: isMember });
  const pages = query.data?.pages;
  useFurtherPages(query, (pages?.length ?? 0) < PAGES_MAX);
  return useMemo(() => openBetsOf(pages ?? []), [pages]);
}
