import type { ReactNode } from 'react';
import styles from './points.module.css';

interface PointsProps {
  /** Drawn large above; decorative. */
  sign: ReactNode;
  title: string;
  lead: string;
  points: readonly { icon: ReactNode; text: string }[];
}

/** What will be here, told point by point: an honest empty place. */
export function Points({ sign, title, lead, points }: PointsProps) {
  return (
    <section className={styles.place}>
      <div className={styles.sign}>{sign}</div>
      <h2 className={styles.title}>{title}</h2>
      <p className={styles.lead}>{lead}</p>
      <ul className={styles.points}>
        {points.map(({ icon, text }) => (
          <li key={text} className={styles.point}>
            <span className={styles.icon}>{icon}</span>
            {text}
          </li>
        ))}
      </ul>
    </section>
  );
}
