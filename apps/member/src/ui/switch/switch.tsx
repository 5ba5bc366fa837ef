import { Switch as Base } from '@base-ui/react/switch';
import { useId } from 'react';
import styles from './switch.module.css';

interface SwitchRowProps {
  label: string;
  /** Explains what on and off mean. */
  text: string;
  on: boolean;
  /** True while a change is saved; the switch is read-only. */
  busy?: boolean;
  onChange(on: boolean): void;
}

/** A setting with its explanation and a switch. */
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
