import type { ReactNode } from 'react';
import styles from './pill.module.css';

export type PillTone = 'plain' | 'good' | 'wait' | 'bad';

/** Label of a state, with an icon so that colour is never the only cue. */
export function Pill({ tone, sign, children }: { tone: PillTone; sign?: ReactNode; children: ReactNode }) {
  return (
    <span className={styles.pill} data-tone={tone}>
      {sign}
      {children}
    </span>
  );
}
