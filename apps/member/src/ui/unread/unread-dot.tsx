import styles from './unread-dot.module.css';

/** Dot for unread items; `label` is for screen readers. */
export function UnreadDot({ label, className }: { label: string; className?: string }) {
  return (
    <span className={className}>
      <span className={styles.dot} aria-hidden="true" />
      <span className="visually-hidden">{label}</span>
    </span>
  );
}
