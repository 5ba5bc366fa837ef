import { useTranslations } from 'use-intl';
import type { Lottery } from '../../api/shared/types.ts';
import { clockText } from '../../ui/countdown/clock-text.ts';
import { Ring } from '../../ui/countdown/ring.tsx';
import { LotteryIcon } from '../../ui/lottery-icon/lottery-icon.tsx';
import styles from './lottery-dial.module.css';
import { useSecondsLeft, useShareLeft } from './use-live-lottery.ts';

/** A lottery's sign inside the ring of its current period. */
export function LotteryDial({ lottery, size }: { lottery: Lottery; size: number }) {
  const left = useShareLeft(lottery);
  return (
    <span className={styles.dial} style={{ inlineSize: size, blockSize: size }}>
      <Ring left={lottery.closed ? 0 : left} size={size} className={styles.ring} />
      <LotteryIcon name={lottery.icon} size={Math.round(size * 0.52)} />
    </span>
  );
}

/**
 * The time left of the current period in digits. It does not announce itself: a list of clocks would never be quiet.
 */
export function LotteryClock({ lottery, className }: { lottery: Lottery; className?: string }) {
  const t = useTranslations('state');
  const left = useSecondsLeft(lottery);
  if (lottery.closed) return <span className={className}>{t('closed')}</span>;
  return (
    <bdi dir="ltr" className={className}>
      {clockText(left)}
    </bdi>
  );
}
