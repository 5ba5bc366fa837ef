import { classNames } from '../class-names.ts';
import styles from './ring.module.css';

interface RingProps {
  /** 1 when the period opens, 0 when it locks. */
  left: number;
  size: number;
  /** Stroke at the start; it thins out as time passes. In units of a 64 wide drawing. */
  thick?: number;
  className?: string;
}

/** The time left as an arc that shortens and thins out. Never a warning colour: time passing is no alarm. */
export function Ring({ left, size, thick = 4, className }: RingProps) {
  const share = Math.min(1, Math.max(0, left));
  const stroke = 1.5 + (thick - 1.5) * share;
  return (
    <svg
      viewBox="0 0 64 64"
      width={size}
      height={size}
      className={classNames(styles.ring, className)}
      aria-hidden="true"
    >
      <circle cx="32" cy="32" r="29" className={styles.track} />
      {share > 0 ? (
        <circle
          cx="32"
          cy="32"
          r="29"
          pathLength="100"
          className={styles.arc}
          strokeWidth={stroke}
          strokeDasharray="100"
          strokeDashoffset={100 - share * 100}
        />
      ) : null}
    </svg>
  );
}
