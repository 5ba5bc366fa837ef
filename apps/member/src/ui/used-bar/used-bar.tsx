import styles from './used-bar.module.css';

/** A thin bar for a used share, from 0 to 1. Hidden from screen readers, since the text beside it says the same. */
export function UsedBar({ share }: { share: number }) {
  return (
    <span className={styles.bar} aria-hidden="true">
      <span className={styles.used} style={{ inlineSize: `${Math.min(1, Math.max(0, share)) * 100}%` }} />
    </span>
  );
}
