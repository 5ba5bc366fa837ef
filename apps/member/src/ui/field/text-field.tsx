import type { ComponentProps, ReactNode } from 'react';
import { FieldFrame, type FieldWords } from './field-frame.tsx';
import styles from './text-field.module.css';

interface TextFieldProps extends FieldWords, ComponentProps<'input'> {
  /** At the end of the field, such as a unit or a "show" button. */
  tail?: ReactNode;
}

export function TextField({ label, hint, error, tail, className, id, ...rest }: TextFieldProps) {
  return (
    <FieldFrame {...{ label, hint, error, className, id }}>
      {(attributes) => (
        <>
          <input {...rest} {...attributes} className={styles.input} />
          {tail}
        </>
      )}
    </FieldFrame>
  );
}
