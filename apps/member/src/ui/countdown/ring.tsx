import { memo } from 'react';
import { classNames } from '../class-names.ts';
import styles from './ring.module.css';
import { RING_STEPS, ringStep } from './ring-step.ts';

interface RingProps {
  /** 1 when the period opens, 0 when it locks. */
  left: number;
  size: number;
  /** Stroke at the start; it thins out as time passes. In units of a 64 wide drawing. */
  thick?: number;
  className?: string;
}

/**
 * The time left as an arc that shortens and thins out in sixty steps. Between two steps nothing is drawn: an arc that
 * glides would repaint with every frame. Never a warning colour: time passing is no alarm.
 */
export function Ring({ left, ...look }: RingProps) {
  return <Arc step={ringStep(left)} {...look} />;
}

interface ArcProps extends Omit<RingProps, 'left'> {
  /** Sixtieths left. */
  step: number;
}

const Arc = memo(function Arc({ step, size, thick = 4, className }: ArcProps) {
  const share = step / RING_STEPS;
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
      {step > 0 ? (
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
});
