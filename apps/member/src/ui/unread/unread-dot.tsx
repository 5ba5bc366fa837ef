import styles from './unread-dot.module.css';

/** The mark of what is not read yet; `label` is its word for those who listen. */
export function UnreadDot({ label, className }: { label: string; className?: string }) {
  return (
    <span className={className}>
      <span className={styles.dot} aria-hidden="true" />
      <span className="visually-hidden">{label}</span>
    </span>
  );
}
