import { memo } from 'react';
import { useTranslations } from 'use-intl';
import type { Draw, Lottery } from '../../../api/shared/types.ts';
import { rollLottery } from '../../../api/stream/stream-reducer.ts';
import { secondsLeft, useNow } from '../../../features/live/now.ts';
import { useListText } from '../../../ui/format/list-text.ts';

const WARN_AT_S = 10;

/** Announcements for screen readers: the opening, ten seconds before the lock, and the dice. More would disturb. */
export const Milestones = memo(function Milestones({ lottery, draw }: { lottery: Lottery; draw: Draw | null }) {
  const t = useTranslations('lottery');
  const list = useListText();
  const nearEnd = useNow((nowMs) => secondsLeft(rollLottery(lottery, nowMs).current.locksAtMs, nowMs) <= WARN_AT_S);
  const period = String(lottery.current.period);
  return (
    <>
      <p className="visually-hidden" aria-live="polite">
        {nearEnd ? t('sayNearEnd', { period, seconds: WARN_AT_S }) : t('sayOpen', { period })}
      </p>
      <p className="visually-hidden" aria-live="polite">
        {draw?.dice == null
          ? ''
          : t('sayDrawn', { period: String(draw.period), dice: list(draw.dice), sum: draw.sum ?? 0 })}
      </p>
    </>
  );
});
