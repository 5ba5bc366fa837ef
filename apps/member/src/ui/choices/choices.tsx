import Check from 'lucide-react/icons/check';
import { useRovingFocus } from '../roving-focus/use-roving-focus.ts';
import styles from './choices.module.css';

interface ChoicesProps<T extends string> {
  label: string;
  chosen: readonly T[];
  options: readonly { value: T; label: string }[];
  onChange(chosen: T[]): void;
}

/** Multiple choice among a few options. Wraps if they do not fit on one line. */
export function Choices<T extends string>({ label, chosen, options, onChange }: ChoicesProps<T>) {
  const { row, tabIndexOf } = useRovingFocus(options.findIndex(({ value }) => chosen.includes(value)));
  return (
    <fieldset className={styles.choices}>
      <legend className={styles.label}>{label}</legend>
      {/* biome-ignore lint/a11y/useSemanticElements: the fieldset around it carries the label that is seen. */}
      <div role="group" className={styles.group} aria-label={label} {...row}>
        {options.map(({ value, label: name }, place) => {
          const isChosen = chosen.includes(value);
          return (
            <button
              key={value}
              type="button"
              aria-pressed={isChosen}
              tabIndex={tabIndexOf(place)}
              className={styles.item}
              onClick={() => onChange(isChosen ? chosen.filter((one) => one !== value) : [...chosen, value])}
            >
              <Check size={14} strokeWidth={2.25} aria-hidden="true" className={styles.tick} />
              {name}
            </button>
          );
        })}
      </div>
    </fieldset>
  );
}
