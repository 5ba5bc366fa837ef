import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useCallback, useEffect } from 'react';
import { useTranslations } from 'use-intl';
import { forgetOpenSlips, openSlipsQuery, slipQuery } from '../../api/lottery/slips.ts';
import { keys } from '../../api/shared/query-keys.ts';
import type { Slip } from '../../api/shared/types.ts';
import { periodOfDraw } from '../../api/stream/stream-reducer.ts';
import { say } from '../../ui/toast/toast.tsx';
import { useMoneyText } from '../house/use-money.ts';
import { onSettled } from '../live/draw-events.ts';
import { useSession } from '../session/use-session.ts';
import { settledByDraw, settledWords } from './settled-words.ts';

const SHOWN_MS = 6000;
/** The dice come to rest first. */
const AFTER_DICE_MS = 900;
/** What came of a bet is told once: a line that stutters at that moment must not swallow it. */
const TRIES_MORE = 3;

/** Says what came of the member's bets as a draw is settled; quietly, and no less plainly when nothing was won. */
export function SettledNotices() {
  const t = useTranslations('settled');
  const client = useQueryClient();
  const money = useMoneyText();
  const memberId = useSession().me?.id ?? '';
  const open = useQuery(openSlipsQuery(memberId)).data;

  const tell = useCallback(
    (slips: readonly Slip[]) => {
      const { key, period, paid, staked } = settledWords(slips, periodOfDraw(slips[0]?.drawId ?? ''));
      say(t(key, { period: String(period), paid: money(paid), staked: money(staked) }), SHOWN_MS);
    },
    [money, t],
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

  // Where the line is cut, the outcome is found by asking.
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
