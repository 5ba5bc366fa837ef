import type { ReactNode } from 'react';
import { useId } from 'react';
import styles from './choice-row.module.css';

interface ChoiceRowProps {
  label: string;
  value: string;
  options: readonly { value: string; label: string; content: ReactNode }[];
  onChange(value: string): void;
}

/** A row of round choices that share the width; exactly one is chosen, by the browser's own radio buttons. */
export function ChoiceRow({ label, value, options, onChange }: ChoiceRowProps) {
  const name = useId();
  return (
    <div role="radiogroup" aria-label={label} className={styles.row}>
      {options.map((option) => (
        <label key={option.value} className={styles.item}>
          <input
            type="radio"
            name={name}
            value={option.value}
            aria-label={option.label}
            checked={option.value === value}
            onChange={() => onChange(option.value)}
            className={styles.button}
          />
          {option.content}
        </label>
      ))}
    </div>
  );
}
