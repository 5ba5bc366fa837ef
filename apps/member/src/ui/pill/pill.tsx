import type { ReactNode } from 'react';
import styles from './pill.module.css';

export type PillTone = 'plain' | 'good' | 'wait' | 'bad';

/** A short state in words, with its sign: the colour is never alone. */
export function Pill({ tone, sign, children }: { tone: PillTone; sign?: ReactNode; children: ReactNode }) {
  return (
    <span className={styles.pill} data-tone={tone}>
      {sign}
      {children}
    </span>
  );
}
