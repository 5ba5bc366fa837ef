import type { ReactNode } from 'react';
import { classNames } from '../class-names.ts';
import styles from './facts.module.css';

interface FactsProps {
  /** Draws lines above and below. */
  ruled?: boolean;
  className?: string | undefined;
  children: ReactNode;
}

/** A list of names and values. Children are `Fact`s. */
export function Facts({ ruled = false, className, children }: FactsProps) {
  return <dl className={classNames(styles.facts, ruled && styles.ruled, className)}>{children}</dl>;
}

export function Fact({ label, children }: { label: string; children: ReactNode }) {
  return (
    <div>
      <dt>{label}</dt>
      <dd>{children}</dd>
    </div>
  );
}
