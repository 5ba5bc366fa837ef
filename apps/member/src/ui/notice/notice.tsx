import type { ReactNode } from 'react';
import { classNames } from '../class-names.ts';
import styles from './notice.module.css';

interface NoticeProps {
  /** Decorative icon. */
  sign?: ReactNode;
  title: ReactNode;
  children?: ReactNode;
  actions?: ReactNode;
  tone?: 'plain' | 'alarm';
}

/** Message for a state without content: empty, failed or not yet available. */
export function Notice({ sign, title, children, actions, tone = 'plain' }: NoticeProps) {
  return (
    <div className={styles.notice} role={tone === 'alarm' ? 'alert' : undefined}>
      {sign === undefined ? null : (
        <div className={classNames(styles.sign, tone === 'alarm' && styles.alarm)}>{sign}</div>
      )}
      <h2 className={styles.title}>{title}</h2>
      {children === undefined ? null : <div className={styles.text}>{children}</div>}
      {actions === undefined ? null : <div className={styles.actions}>{actions}</div>}
    </div>
  );
}
