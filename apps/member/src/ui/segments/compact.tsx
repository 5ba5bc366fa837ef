import { Toggle } from '@base-ui/react/toggle';
import { ToggleGroup } from '@base-ui/react/toggle-group';
import styles from './compact.module.css';

interface CompactProps<T extends string> {
  label: string;
  value: T;
  options: readonly { value: T; label: string }[];
  onChange(value: T): void;
}

/** One of a few in a narrow frame, for a setting inside a row. */
export function CompactSegments<T extends string>({ label, value, options, onChange }: CompactProps<T>) {
  return (
    <ToggleGroup
      className={styles.group}
      aria-label={label}
      value={[value]}
      onValueChange={(chosen) => {
        const next = chosen[0] as T | undefined;
        if (next !== undefined) onChange(next);
      }}
    >
      {options.map((option) => (
        <Toggle key={option.value} value={option.value} className={styles.item}>
          {option.label}
        </Toggle>
      ))}
    </ToggleGroup>
  );
}
