import { useInfiniteQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { myBetsQuery } from '../../../api/lottery/slips.ts';
import type { Draw } from '../../../api/shared/types.ts';
import { useFurtherPages } from '../../../features/lists/use-further-pages.ts';
import { type MyPeriod, myPeriods, untilFallen } from './my-bets.ts';

/** Maximum number of pages per table. A page holds 50 slips. */
const PAGES_MAX = 6;

/** The member's bets at a table. Read from the server, so that all of the member's phones show the same. */
export function useMyBets(
  lotteryKey: string,
  openPeriod: number,
  latest: Draw | null,
  fallen: Draw | null,
): readonly MyPeriod[] {
  const query = useInfiniteQuery(myBetsQuery(lotteryKey));
  const pages = query.data?.pages;
  const oldest = pages?.at(-1)?.items.at(-1);
  useFurtherPages(query, (pages?.length ?? 0) < PAGES_MAX && oldest !== undefined && oldest.period >= openPeriod - 1);
  const periods = useMemo(() => myPeriods(pages?.flatMap(({ items }) => items) ?? [], openPeriod), [pages, openPeriod]);
  return useMemo(() => untilFallen(periods, latest, fallen), [periods, latest, fallen]);
}
