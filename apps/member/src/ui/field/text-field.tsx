import type { ComponentProps, ReactNode } from 'react';
import { useId } from 'react';
import { classNames } from '../class-names.ts';
import styles from './text-field.module.css';

interface TextFieldProps extends ComponentProps<'input'> {
  label: string;
  hint?: ReactNode;
  /** In words; shown next to the field and read with it. */
  error?: string | null;
  /** Inside the field at its end: a unit, a "show" button. */
  tail?: ReactNode;
}

export function TextField({ label, hint, error, tail, className, id, ...rest }: TextFieldProps) {
  const made = useId();
  const inputId = id ?? made;
  const hintId = `${inputId}-hint`;
  const errorId = `${inputId}-error`;
  const described = classNames(hint !== undefined && hintId, error && errorId);
  return (
    <div className={classNames(styles.field, className)}>
      <label htmlFor={inputId} className={styles.label}>
        {label}
      </label>
      <div className={styles.box} data-invalid={error ? '' : undefined}>
        <input
          {...rest}
          id={inputId}
          className={styles.input}
          aria-invalid={error ? true : undefined}
          aria-describedby={described === '' ? undefined : described}
        />
        {tail}
      </div>
      {error ? (
        <p id={errorId} className={styles.error} role="alert">
          {error}
        </p>
      ) : null}
      {hint === undefined ? null : (
        <p id={hintId} className={styles.hint}>
          {hint}
        </p>
      )}
    </div>
  );
}
