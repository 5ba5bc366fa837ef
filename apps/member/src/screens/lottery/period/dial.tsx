import type { Ref } from 'react';
import { Ring, type RingHandle } from '../../../ui/countdown/ring.tsx';
import styles from './dial.module.css';

const TICKS = Array.from({ length: 60 }, (_, index) => index);

/** A watch face around the ring of the time left: 60 ticks, every fifth one longer. */
export function Dial({ left, ref }: { left: number; ref: Ref<RingHandle> }) {
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
      <Ring ref={ref} left={left} size={64} thick={5} className={styles.ring} />
    </span>
  );
}
