import type { ReactNode } from 'react';
import styles from './timeline.module.css';

export interface TimelineStep {
  key: string;
  /** Icon of 14 px; decorative, since the title says the same. */
  sign: ReactNode;
  title: string;
  /** Time of the step, or its estimate. */
  time?: ReactNode;
  note?: ReactNode;
  /** `coming`: has not happened yet, drawn in outline. */
  tone: 'done' | 'good' | 'wait' | 'bad' | 'coming';
}

/** Past steps, oldest first, then expected ones. */
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
