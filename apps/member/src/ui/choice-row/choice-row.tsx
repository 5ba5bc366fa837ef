import { Toggle } from '@base-ui/react/toggle';
import { ToggleGroup } from '@base-ui/react/toggle-group';
import type { ReactNode } from 'react';
import styles from './choice-row.module.css';

interface ChoiceRowProps {
  label: string;
  value: string;
  options: readonly { value: string; label: string; content: ReactNode }[];
  onChange(value: string): void;
}

/** A row of round choices that share the width; exactly one is chosen. */
export function ChoiceRow({ label, value, options, onChange }: ChoiceRowProps) {
  return (
    <ToggleGroup
      className={styles.row}
      aria-label={label}
      value={[value]}
      onValueChange={(chosen) => {
        const next = chosen[0];
        if (next !== undefined) onChange(next);
      }}
    >
      {options.map((option) => (
        <Toggle key={option.value} value={option.value} aria-label={option.label} className={styles.item}>
          {option.content}
        </Toggle>
      ))}
    </ToggleGroup>
  );
}
