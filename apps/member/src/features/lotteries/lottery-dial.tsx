import { useEffect, useRef } from 'react';
import { useTranslations } from 'use-intl';
import type { Lottery } from '../../api/shared/types.ts';
import { classNames } from '../../ui/class-names.ts';
import { Ring, type RingHandle } from '../../ui/countdown/ring.tsx';
import { LotteryIcon } from '../../ui/lottery-icon/lottery-icon.tsx';
import { lastTickMs, onTick } from '../live/now.ts';
import styles from './lottery-dial.module.css';
import { clockOf, shareLeft } from './time-left.ts';

/** A lottery's icon inside the ring of its current period. The ring moves without renders, like the digits below. */
export function LotteryDial({ lottery, size }: { lottery: Lottery; size: number }) {
  const ring = useRef<RingHandle>(null);
  useEffect(() => {
    const show = () => ring.current?.show(shareLeft(lottery, lastTickMs()));
    show();
    return onTick(show);
  }, [lottery]);
  return (
    <span className={styles.dial} style={{ inlineSize: size, blockSize: size }}>
      <Ring ref={ring} left={shareLeft(lottery, lastTickMs())} size={size} className={styles.ring} />
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
      <Digits lottery={lottery} />
    </span>
  );
}

/** Writes the digits directly into the DOM: a React render per clock and second costs more. */
function Digits({ lottery }: { lottery: Lottery }) {
  const shown = useRef<HTMLElement>(null);
  useEffect(() => {
    const write = () => {
      if (shown.current !== null) shown.current.textContent = clockOf(lottery, lastTickMs());
    };
    write();
    return onTick(write);
  }, [lottery]);
  return (
    <bdi ref={shown} dir="ltr">
      {clockOf(lottery, lastTickMs())}
    </bdi>
  );
}
