import type { ReactNode } from 'react';
import styles from './player.module.css';

interface OverlayNoteProps {
  label?: string | undefined;
  title: string;
  text?: ReactNode;
  /** Buttons. */
  children?: ReactNode;
}

/** A note in the place of the picture. */
export function OverlayNote({ label, title, text, children }: OverlayNoteProps) {
  return (
    <div role="alert" className={styles.told}>
      {label === undefined ? null : <p className={styles.label}>{label}</p>}
      <p className={styles.toldTitle}>{title}</p>
      {text === undefined ? null : <p className={styles.toldText}>{text}</p>}
      {children === undefined ? null : <div className={styles.acts}>{children}</div>}
    </div>
  );
}
