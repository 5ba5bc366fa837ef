import styles from './used-bar.module.css';

/** Share used, from 0 to 1, as a thin bar in one colour. The same value stands beside it as text. */
export function UsedBar({ share }: { share: number }) {
  return (
    <span className={styles.bar} aria-hidden="true">
      <span className={styles.used} style={{ inlineSize: `${Math.min(1, Math.max(0, share)) * 100}%` }} />
    </span>
  );
}
