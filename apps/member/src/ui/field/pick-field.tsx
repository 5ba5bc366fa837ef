import ChevronDown from 'lucide-react/icons/chevron-down';
import type { ReactNode } from 'react';
import { useId } from 'react';
import styles from './text-field.module.css';

interface PickFieldProps {
  label: string;
  /** The chosen value; null if none. */
  value: ReactNode | null;
  /** Shown if nothing is chosen. */
  empty: string;
  error?: string | null;
  onPick(): void;
}

/** A field that opens a list to choose its value from. */
export function PickField({ label, value, empty, error, onPick }: PickFieldProps) {
  const id = useId();
  return (
    <div className={styles.field}>
      <span id={`${id}-label`} className={styles.label}>
        {label}
      </span>
      <button
        type="button"
        className={styles.pick}
        data-invalid={error ? '' : undefined}
        aria-haspopup="dialog"
        aria-labelledby={`${id}-label ${id}-value`}
        aria-describedby={error ? `${id}-error` : undefined}
        onClick={onPick}
      >
        <span id={`${id}-value`} className={value === null ? styles.nothing : styles.picked}>
          {value ?? empty}
        </span>
        <ChevronDown size={18} strokeWidth={1.75} aria-hidden="true" className={styles.open} />
      </button>
      {error ? (
        <p id={`${id}-error`} className={styles.error} role="alert">
          {error}
        </p>
      ) : null}
    </div>
  );
}
