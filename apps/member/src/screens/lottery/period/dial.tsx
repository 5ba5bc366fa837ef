import type { Lottery } from '../../../api/shared/types.ts';
import { LotteryRing } from '../../../features/lotteries/countdown.tsx';
import styles from './dial.module.css';

const TICKS = Array.from({ length: 60 }, (_, index) => index);

/** A watch face around the ring of the time left: 60 ticks, every fifth one longer. */
export function Dial({ lottery }: { lottery: Lottery }) {
  return (
    <span className={styles.dial}>
      <svg viewBox="0 0 112 112" className={styles.face} aria-hidden="true">
        {TICKS.map((tick) => (
          <line
            key={tick}
            x1="56"
            x2="56"
            y1="1"
            y2={tick % 5 === 0 ? 7 : 4.5}
            transform={`rotate(${tick * 6} 56 56)`}
            className={tick % 5 === 0 ? styles.long : styles.short}
          />
        ))}
      </svg>
      <LotteryRing lottery={lottery} size={64} thick={5} className={styles.ring} />
    </span>
  );
}
