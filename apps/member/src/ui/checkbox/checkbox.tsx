import Check from 'lucide-react/icons/check';
import { type ComponentProps, type ReactNode, useId } from 'react';
import styles from './checkbox.module.css';

interface CheckboxProps extends ComponentProps<'input'> {
  children: ReactNode;
  error?: string | null;
}

/** A native checkbox, drawn in our style, with its label. */
export function Checkbox({ children, error, ...rest }: CheckboxProps) {
  const id = useId();
  return (
    <div>
      <div className={styles.row}>
        <span className={styles.box}>
          <input
            {...rest}
            id={id}
            type="checkbox"
            className={styles.input}
            aria-invalid={error ? true : undefined}
            aria-describedby={error ? `${id}-error` : undefined}
          />
          <Check size={18} strokeWidth={2.5} aria-hidden="true" className={styles.tick} />
        </span>
        <label htmlFor={id} className={styles.label}>
          {children}
        </label>
      </div>
      {error ? (
        <p id={`${id}-error`} className={styles.error} role="alert">
          {error}
        </p>
      ) : null}
    </div>
  );
}
