import { memo } from 'react';
import { useTranslations } from 'use-intl';
import type { Lottery } from '../../../api/shared/types.ts';
import { LotteryDigits } from '../../../features/lotteries/countdown.tsx';
import { useTimes } from '../../../ui/format/use-times.ts';
import { Mark } from '../../../ui/mark/mark.tsx';
import { Dial } from './dial.tsx';
import styles from './period-card.module.css';

/** The period that is open for bets: its mark, number and time left. */
export const PeriodCard = memo(function PeriodCard({ lottery }: { lottery: Lottery }) {
  const t = useTranslations('lottery');
  const times = useTimes();
  const { current, next } = lottery;
  return (
    <section className={styles.card} aria-label={t('period')}>
      <div className={styles.words}>
        <p className={styles.state}>
          <Mark state={lottery.closed ? 'void' : 'open'} size={20} silent />
          {t(lottery.closed ? 'closedTable' : 'openForBets')}
        </p>
        <p className={styles.number}>
          <span className={styles.label}>{t('period')}</span> <bdi dir="ltr">{current.period}</bdi>
        </p>
        <dl className={styles.times}>
          <div>
            <dt>{t('closesAt')}</dt>
            <dd>{times.clock(current.locksAtMs)}</dd>
          </div>
          <div>
            <dt>{t('diceAt')}</dt>
            <dd>{times.clock(current.drawsAtMs)}</dd>
          </div>
          <div>
            <dt>{t('next')}</dt>
            <dd>
              <bdi dir="ltr">{next.period}</bdi>
            </dd>
          </div>
        </dl>
      </div>
      <Countdown lottery={lottery} />
    </section>
  );
});

function Countdown({ lottery }: { lottery: Lottery }) {
  const t = useTranslations('lottery');
  return (
    <div className={styles.clock} role="timer" aria-label={t('timeLeft')}>
      <Dial lottery={lottery} />
      <LotteryDigits lottery={lottery} className={styles.digits} />
    </div>
  );
}
