import { Toggle } from '@base-ui/react/toggle';
import { ToggleGroup } from '@base-ui/react/toggle-group';
import Check from 'lucide-react/icons/check';
import styles from './choices.module.css';

interface ChoicesProps<T extends string> {
  label: string;
  chosen: readonly T[];
  options: readonly { value: T; label: string }[];
  onChange(chosen: T[]): void;
}

/** Multiple choice among a few options. Wraps if they do not fit on one line. */
export function Choices<T extends string>({ label, chosen, options, onChange }: ChoicesProps<T>) {
  return (
    <fieldset className={styles.choices}>
      <legend className={styles.label}>{label}</legend>
      <ToggleGroup
        multiple
        className={styles.group}
        aria-label={label}
        value={[...chosen]}
        onValueChange={(next) => onChange(next as T[])}
      >
        {options.map((option) => (
          <Toggle key={option.value} value={option.value} className={styles.item}>
            <Check size={14} strokeWidth={2.25} aria-hidden="true" className={styles.tick} />
            {option.label}
          </Toggle>
        ))}
      </ToggleGroup>
    </fieldset>
  );
}
