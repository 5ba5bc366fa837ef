import type { ReactNode } from 'react';
import { useId } from 'react';
import { classNames } from '../class-names.ts';
import styles from './text-field.module.css';

export interface FieldWords {
  label: string;
  hint?: ReactNode;
  /** Error message, shown below the field and announced with it. */
  error?: string | null;
}

interface InputAttributes {
  id: string;
  'aria-invalid': true | undefined;
  'aria-describedby': string | undefined;
}

interface FieldFrameProps extends FieldWords {
  className?: string | undefined;
  id?: string | undefined;
  /** Renders the input with these attributes. */
  children: (attributes: InputAttributes) => ReactNode;
}

/** Label, box, error and hint of an input. */
export function FieldFrame({ label, hint, error, className, id, children }: FieldFrameProps) {
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
        {children({
          id: inputId,
          'aria-invalid': error ? true : undefined,
          'aria-describedby': described === '' ? undefined : described,
        })}
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
