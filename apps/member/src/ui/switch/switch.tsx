import { Switch as Base } from '@base-ui/react/switch';
import { useId } from 'react';
import styles from './switch.module.css';

interface SwitchRowProps {
  label: string;
  /** What on and off mean. */
  text: string;
  on: boolean;
  /** Loading: inactive until the answer arrives. */
  busy?: boolean;
  onChange(on: boolean): void;
}

/**
 * Shows a list at its own URL only; react-admin would show it at every URL below. An id there leads to its record. Any
 * other URL is not found.
 */
export function SwitchRow({ label, text, on, busy = false, onChange }: SwitchRowProps) {
  const id = useId();
  return (
    <div className={styles.row}>
      <div>
        <p id={id} className={styles.label}>
          {label}
        </p>
        <p id={`${id}-text`} className={styles.text}>
          {text}
        </p>
      </div>
      <Base.Root
        className={styles.switch}
        aria-labelledby={id}
        aria-describedby={`${id}-text`}
        checked={on}
        readOnly={busy}
        onCheckedChange={onChange}
      >
        <Base.Thumb className={styles.thumb} />
      </Base.Root>
    </div>
  );
}
