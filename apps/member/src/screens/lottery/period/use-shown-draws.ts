import { useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { drawQuery, drawsQuery } from '../../../api/lottery/lotteries.ts';
import type { Draw, LotteryWithTable } from '../../../api/shared/types.ts';
import { latestDraw } from './latest-draw.ts';

export interface ShownDraws {
  /** The draw of the newest period that takes no more bets; null for a table without one. */
  latest: Draw | null;
  /** The same once its dice lie still on the screen; null before. */
  fallen: Draw | null;
  /** The draw that was tapped, or that the address asks for. */
  picked: Draw | null;
  rest(drawId: string): void;
  pick(drawId: string | null): void;
}

/** The draws that the table shows. `askedPeriod` opens one at once. */
export function useShownDraws(lottery: LotteryWithTable, askedPeriod: number | null): ShownDraws {
  const draws = useInfiniteQuery(drawsQuery(lottery.key)).data?.pages.flatMap((page) => page.items) ?? [];
  const latest = latestDraw(lottery, draws);
  const [restedId, setRestedId] = useState<string | null>(null);
  const [pickedId, setPickedId] = useState(askedPeriod === null ? null : `${lottery.key}/${askedPeriod}`);
  const picked = usePickedDraw(pickedId, latest === null ? draws : [latest, ...draws]);
  const fallen = latest !== null && latest.dice !== null && latest.drawId === restedId ? latest : null;
  return { latest, fallen, picked, rest: setRestedId, pick: setPickedId };
}

/** A draw that is not in the list yet is fetched. */
function usePickedDraw(drawId: string | null, known: readonly Draw[]): Draw | null {
  const found = known.find((draw) => draw.drawId === drawId) ?? null;
  const fetched = useQuery({ ...drawQuery(drawId ?? ''), enabled: drawId !== null && found === null });
  return drawId === null ? null : (found ?? fetched.data ?? null);
}
