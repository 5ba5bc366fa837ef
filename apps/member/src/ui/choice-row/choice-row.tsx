import type { ReactNode } from 'react';
import { useId } from 'react';
import styles from './choice-row.module.css';

interface ChoiceRowProps {
  label: string;
  value: string;
  options: readonly { value: string; label: string; content: ReactNode }[];
  disabled?: boolean;
  onChange(value: string): void;
}

/** Native radio buttons, drawn as a row of round choices of equal width. */
export function ChoiceRow({ label, value, options, disabled = false, onChange }: ChoiceRowProps) {
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
            disabled={disabled}
            onChange={() => onChange(option.value)}
            className={styles.button}
          />
          {option.content}
        </label>
      ))}
    </div>
  );
}
