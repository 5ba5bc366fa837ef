import { useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { useMemo, useState } from 'react';
import { drawQuery, drawsQuery } from '../../../api/lottery/lotteries.ts';
import type { Draw, LotteryWithTable } from '../../../api/shared/types.ts';
import { latestDraw } from './latest-draw.ts';

export interface ShownDraws {
  /** Draw of the newest period that is closed for bets; null for a table without one. */
  latest: Draw | null;
  /** The same once its dice animation has ended or it is void; null before. */
  fallen: Draw | null;
  /** The draw that the member opened, or that the URL names. */
  picked: Draw | null;
  rest(drawId: string): void;
  pick(drawId: string | null): void;
}

/** The draws that the table shows. `requestedPeriod` opens one immediately. */
export function useShownDraws(lottery: LotteryWithTable, requestedPeriod: number | null): ShownDraws {
  const pages = useInfiniteQuery(drawsQuery(lottery.key)).data?.pages;
  const draws = useMemo(() => pages?.flatMap((page) => page.items) ?? [], [pages]);
  const latest = useMemo(() => latestDraw(lottery, draws), [lottery, draws]);
  const [restedId, setRestedId] = useState<string | null>(null);
  const [pickedId, setPickedId] = useState(requestedPeriod === null ? null : `${lottery.key}/${requestedPeriod}`);
  const picked = usePickedDraw(pickedId, latest === null ? draws : [latest, ...draws]);
  const hasFallen = latest?.dice === null ? latest.state === 'void' : latest?.drawId === restedId;
  const fallen = hasFallen ? latest : null;
  return { latest, fallen, picked, rest: setRestedId, pick: setPickedId };
}

/** Loads a draw that is not in the list. */
function usePickedDraw(drawId: string | null, known: readonly Draw[]): Draw | null {
  const found = known.find((draw) => draw.drawId === drawId) ?? null;
  const fetched = useQuery({ ...drawQuery(drawId ?? ''), enabled: drawId !== null && found === null });
  return drawId === null ? null : (found ?? fetched.data ?? null);
}
