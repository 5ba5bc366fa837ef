import type { ReactNode } from 'react';
import { classNames } from '../class-names.ts';
import styles from './lottery-icon.module.css';

/** Outline of a gear with eight teeth. */
const GEAR = [
  'M13.8 7.6 14 4.6 18 4.6 18.2 7.6 20.4 8.5 22.7 6.5 25.5 9.3 23.5 11.6 24.4 13.8 27.4 14',
  '27.4 18 24.4 18.2 23.5 20.4 25.5 22.7 22.7 25.5 20.4 23.5 18.2 24.4 18 27.4 14 27.4 13.8 24.4',
  '11.6 23.5 9.3 25.5 6.5 22.7 8.5 20.4 7.6 18.2 4.6 18 4.6 14 7.6 13.8 8.5 11.6 6.5 9.3',
  '9.3 6.5 11.6 8.5Z',
].join(' ');

/** Drawings by icon name: parts of a watch, from the fastest lottery to the slowest. */
const SHAPES: Record<string, ReactNode> = {
  swift: (
    <>
      <circle cx="16" cy="18" r="9.5" />
      <path d="M13.5 4.5h5M16 4.5v4M23.4 10.2l1.9-1.9" />
      <path d="M16 18l4.2-5.4" />
      <circle cx="16" cy="18" r="1.4" className={styles.solid} />
    </>
  ),
  steady: (
    <>
      <path d="M6 4.5h20M16 4.5 20.6 19.2" />
      <circle cx="22" cy="23.2" r="4.4" />
      <path d="M16 4.5 11.4 19.2M8.6 20.4a4.4 4.4 0 1 0 3.6.3" strokeDasharray="2.4 2.8" />
    </>
  ),
  grand: (
    <>
      <path d={GEAR} />
      <circle cx="16" cy="16" r="3.2" />
    </>
  ),
  slow: (
    <>
      <path d="M8.5 4.5h15M8.5 27.5h15" />
      <path d="M10.5 4.5v4.2c0 3.3 5.5 4.8 5.5 7.3s-5.5 4-5.5 7.3v4.2" />
      <path d="M21.5 4.5v4.2c0 3.3-5.5 4.8-5.5 7.3s5.5 4 5.5 7.3v4.2" />
      <path d="M13.3 24.6 16 22.4l2.7 2.2" />
      <circle cx="16" cy="11.4" r="0.9" className={styles.solid} />
    </>
  ),
  day: (
    <>
      <path d="M4.5 22.5h23M9 27h14" />
      <path d="M9 22.5a7 7 0 0 1 14 0" />
      <path d="M16 7v4.4M6.6 11.9l2.6 2.6M25.4 11.9l-2.6 2.6" />
    </>
  ),
};

/** Icon of a lottery. Hidden from screen readers, since the name is always beside it. */
export function LotteryIcon({ name, size = 32, className }: { name: string; size?: number; className?: string }) {
  return (
    <svg
      viewBox="0 0 32 32"
      width={size}
      height={size}
      className={classNames(styles.icon, className)}
      aria-hidden="true"
    >
      {SHAPES[name] ?? SHAPES.steady}
    </svg>
  );
}
