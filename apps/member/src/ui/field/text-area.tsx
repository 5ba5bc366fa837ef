import type { ComponentProps, ReactNode } from 'react';
import { useId } from 'react';
import { classNames } from '../class-names.ts';
import styles from './text-field.module.css';

interface TextAreaProps extends ComponentProps<'textarea'> {
  label: string;
  hint?: ReactNode;
  /** In words; shown next to the field and read with it. */
  error?: string | null;
}

/** A field for more than a line. It grows with what is written. */
export function TextArea({ label, hint, error, className, id, ...rest }: TextAreaProps) {
  const made = useId();
  const areaId = id ?? made;
  const hintId = `${areaId}-hint`;
  const errorId = `${areaId}-error`;
  const described = classNames(hint !== undefined && hintId, error && errorId);
  return (
    <div className={classNames(styles.field, className)}>
      <label htmlFor={areaId} className={styles.label}>
        {label}
      </label>
      <div className={styles.box} data-invalid={error ? '' : undefined}>
        <textarea
          rows={5}
          dir="auto"
          {...rest}
          id={areaId}
          className={classNames(styles.input, styles.area)}
          aria-invalid={error ? true : undefined}
          aria-describedby={described === '' ? undefined : described}
        />
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
