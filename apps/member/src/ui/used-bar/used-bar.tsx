import styles from './used-bar.module.css';

/** How much of something is used, from 0 to 1: thin and in one colour. What it shows stands beside it in words. */
export function UsedBar({ share }: { share: number }) {
  return (
    <span className={styles.bar} aria-hidden="true">
      <span className={styles.used} style={{ inlineSize: `${Math.min(1, Math.max(0, share)) * 100}%` }} />
    </span>
  );
}
