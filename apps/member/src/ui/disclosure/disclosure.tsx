import ChevronDown from 'lucide-react/icons/chevron-down';
import type { ReactNode } from 'react';
import { classNames } from '../class-names.ts';
import styles from './disclosure.module.css';

interface DisclosureProps {
  label: string;
  className?: string | undefined;
  children: ReactNode;
}

/** Content that a tap on its label shows or hides. */
export function Disclosure({ label, className, children }: DisclosureProps) {
  return (
    <details className={classNames(styles.disclosure, className)}>
      <summary className={styles.summary}>
        {label}
        <ChevronDown size={16} strokeWidth={1.75} aria-hidden="true" className={styles.chevron} />
      </summary>
      {children}
    </details>
  );
}
