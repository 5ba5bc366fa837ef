import { type Ref, useImperativeHandle, useRef } from 'react';
import { classNames } from '../class-names.ts';
import styles from './ring.module.css';
import { RING_STEPS, ringStep } from './ring-step.ts';

export interface RingHandle {
  /** Moves the arc without a render of React. Does nothing while the step stays the same. */
  show(left: number): void;
}

interface RingProps {
  /** Share of the time left: 1 when the period opens, 0 when it locks. */
  left: number;
  size: number;
  /** Stroke width at the start, in units of the 64-unit view box. It thins out as time passes. */
  thick?: number;
  className?: string;
  ref?: Ref<RingHandle>;
}

/**
 * The time left as an arc that shortens and thins out in sixty steps. Nothing is drawn between two steps, since a
 * gliding arc repaints with every frame. It has no warning colour: passing time is no alarm.
 */
export function Ring({ left, size, thick = 4, className, ref }: RingProps) {
  const arc = useRef<SVGCircleElement>(null);
  useImperativeHandle(ref, () => ({
    show(next) {
      const { strokeWidth, strokeDashoffset } = arcOf(next, thick);
      if (arc.current?.getAttribute('stroke-dashoffset') === String(strokeDashoffset)) return;
      arc.current?.setAttribute('stroke-width', String(strokeWidth));
      arc.current?.setAttribute('stroke-dashoffset', String(strokeDashoffset));
    },
  }));
  return (
    <svg
      viewBox="0 0 64 64"
      width={size}
      height={size}
      className={classNames(styles.ring, className)}
      aria-hidden="true"
    >
      <circle cx="32" cy="32" r="29" className={styles.track} />
      <circle
        ref={arc}
        cx="32"
        cy="32"
        r="29"
        pathLength="100"
        className={styles.arc}
        strokeDasharray="100"
        {...arcOf(left, thick)}
      />
    </svg>
  );
}

/** Attributes of the arc. At step 0 it has no width, since its round ends would show as a dot. */
function arcOf(left: number, thick: number) {
  const step = ringStep(left);
  const share = step / RING_STEPS;
  return { strokeWidth: step > 0 ? 1.5 + (thick - 1.5) * share : 0, strokeDashoffset: 100 - share * 100 };
}
