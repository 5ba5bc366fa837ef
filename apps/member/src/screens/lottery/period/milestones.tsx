import { useTranslations } from 'use-intl';
import type { Draw, Lottery } from '../../../api/shared/types.ts';
import { useSecondsLeft } from '../../../features/lotteries/use-live-lottery.ts';

const WARN_AT_S = 10;

/** What a screen reader is told while the clock runs: the opening, ten seconds before the end, the dice. No more. */
export function Milestones({ lottery, draw }: { lottery: Lottery; draw: Draw | null }) {
  const t = useTranslations('lottery');
  const nearEnd = useSecondsLeft(lottery) <= WARN_AT_S;
  const period = String(lottery.current.period);
  return (
    <>
      <p className="visually-hidden" aria-live="polite">
        {nearEnd ? t('sayNearEnd', { period, seconds: WARN_AT_S }) : t('sayOpen', { period })}
      </p>
      <p className="visually-hidden" aria-live="polite">
        {draw?.dice == null
          ? ''
          : t('sayDrawn', { period: String(draw.period), dice: draw.dice.join(', '), sum: draw.sum ?? 0 })}
      </p>
    </>
  );
}
