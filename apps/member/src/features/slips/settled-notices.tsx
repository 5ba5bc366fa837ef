import { type QueryClient, useQuery, useQueryClient } from '@tanstack/react-query';
import { useCallback, useEffect, useRef } from 'react';
import { useTranslations } from 'use-intl';
import { forgetOpenSlips, openSlipsQuery, slipQuery } from '../../api/lottery/slips.ts';
import { keys } from '../../api/shared/query-keys.ts';
import type { Lottery, Slip } from '../../api/shared/types.ts';
import { periodOfDraw, rollLottery } from '../../api/stream/stream-reducer.ts';
import { say } from '../../ui/toast/toast.tsx';
import { useMoneyText } from '../house/use-money.ts';
import { onSettled } from '../live/draw-events.ts';
import { lastTickMs } from '../live/now.ts';
import { useOpenTable } from '../lotteries/open-table.ts';
import { useSession } from '../session/use-session.ts';
import { settledByDraw, settledWords } from './settled-words.ts';

const SHOWN_MS = 6000;
/** Wait for the end of the dice animation. */
const AFTER_DICE_MS = 900;
/** Retries. Each outcome is reported once, so a short interruption must not lose it. */
const TRIES_MORE = 3;

/**
 * Shows the results of the member's bets as toasts when a draw is settled, in the same tone whether they won or lost.
 * The table that is on screen shows the results of its newest draw itself.
 */
export function SettledNotices() {
  const t = useTranslations('settled');
  const client = useQueryClient();
  const money = useMoneyText();
  const memberId = useSession().me?.id ?? '';
  const open = useQuery(openSlipsQuery(memberId)).data;
  const shownTable = useRef<string | null>(null);
  shownTable.current = useOpenTable();

  const tell = useCallback(
    (slips: readonly Slip[]) => {
      const [first] = slips;
      if (first === undefined || isOnScreen(client, first, shownTable.current)) return;
      const { key, period, paid, staked } = settledWords(slips, periodOfDraw(first.drawId));
      say(t(key, { period: String(period), paid: money(paid), staked: money(staked) }), SHOWN_MS);
    },
    [client, money, t],
  );

  useEffect(() => {
    async function hear(slipIds: string[]): Promise<void> {
      tell(await Promise.all(slipIds.map((id) => client.fetchQuery({ ...slipQuery(id), retry: TRIES_MORE }))));
    }
    return onSettled((settled) => {
      const slipIds = settled.map(({ slipId }) => slipId);
      forgetOpenSlips(client, memberId, slipIds);
      setTimeout(() => void hear(slipIds).catch(() => undefined), AFTER_DICE_MS);
    });
  }, [client, memberId, tell]);

  // Finds outcomes by polling while the stream is interrupted.
  useEffect(() => {
    const draws = settledByDraw(open);
    const slipIds = draws.flat().map(({ id }) => id);
    if (slipIds.length === 0) return;
    forgetOpenSlips(client, memberId, slipIds);
    void client.invalidateQueries({ queryKey: keys.allSlips });
    void client.invalidateQueries({ queryKey: keys.statement });
    for (const slips of draws) tell(slips);
  }, [client, memberId, open, tell]);

  return null;
}

/** Whether the table on screen shows the result of a slip: its strip of own bets goes back by one period. */
function isOnScreen(client: QueryClient, { lotteryKey, period }: Slip, shownTable: string | null): boolean {
  const lottery = client.getQueryData<Lottery>(keys.lottery(lotteryKey));
  if (lotteryKey !== shownTable || lottery === undefined) return false;
  return period >= rollLottery(lottery, lastTickMs()).current.period - 1;
}
