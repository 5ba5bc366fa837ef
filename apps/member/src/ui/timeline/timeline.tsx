import type { ReactNode } from 'react';
import styles from './timeline.module.css';

export interface TimelineStep {
  key: string;
  /** A drawing of 14 px; decorative, the title says it all. */
  sign: ReactNode;
  title: string;
  /** When it was, or is expected. */
  time?: ReactNode;
  note?: ReactNode;
  /** `coming`: not yet, drawn in outline. */
  tone: 'done' | 'good' | 'wait' | 'bad' | 'coming';
}

/** What happened, oldest first, and what comes next. */
export function Timeline({ label, steps }: { label: string; steps: readonly TimelineStep[] }) {
  return (
    <ol className={styles.timeline} aria-label={label}>
      {steps.map(({ key, sign, title, time, note, tone }) => (
        <li key={key} className={styles.step} data-tone={tone}>
          <span className={styles.sign} aria-hidden="true">
            {sign}
          </span>
          <div className={styles.words}>
            <p className={styles.head}>
              <span className={styles.title}>{title}</span>
              {time === undefined ? null : <span className={styles.time}>{time}</span>}
            </p>
            {note === undefined ? null : <div className={styles.note}>{note}</div>}
          </div>
        </li>
      ))}
    </ol>
  );
}
