import { useTranslations } from 'use-intl';
import type { Lottery } from '../../api/shared/types.ts';
import { classNames } from '../../ui/class-names.ts';
import { LotteryIcon } from '../../ui/lottery-icon/lottery-icon.tsx';
import { LotteryDigits, LotteryRing } from './countdown.tsx';
import styles from './lottery-dial.module.css';

/** A lottery's icon inside the ring of its current period. */
export function LotteryDial({ lottery, size }: { lottery: Lottery; size: number }) {
  return (
    <span className={styles.dial} style={{ inlineSize: size, blockSize: size }}>
      <LotteryRing lottery={lottery} size={size} className={styles.ring} />
      <LotteryIcon name={lottery.icon} size={Math.round(size * 0.52)} />
    </span>
  );
}

/**
 * The time left of the current period in digits. Not announced by screen readers, since a list of clocks would never be
 * silent.
 */
export function LotteryClock({ lottery, className }: { lottery: Lottery; className?: string }) {
  const t = useTranslations('state');
  if (lottery.closed) return <span className={className}>{t('closed')}</span>;
  return (
    <span className={classNames(styles.clock, className)}>
      <LotteryDigits lottery={lottery} />
    </span>
  );
}
