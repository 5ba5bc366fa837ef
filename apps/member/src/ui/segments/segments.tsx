import { Toggle } from '@base-ui/react/toggle';
import { ToggleGroup } from '@base-ui/react/toggle-group';
import compactStyles from './compact.module.css';
import wideStyles from './segments.module.css';

interface SegmentsProps<T extends string> {
  label: string;
  value: T;
  options: readonly { value: T; label: string }[];
  onChange(value: T): void;
  /** Narrow version, for a setting inside a row. */
  compact?: boolean;
}

/** Single choice, side by side. Scrolls sideways if the options do not fit. */
export function Segments<T extends string>({ label, value, options, onChange, compact = false }: SegmentsProps<T>) {
  const styles = compact ? compactStyles : wideStyles;
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
