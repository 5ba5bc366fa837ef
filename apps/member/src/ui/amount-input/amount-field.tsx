import type { ComponentProps, ReactNode } from 'react';
import { FieldFrame, type FieldWords } from '../field/field-frame.tsx';
import styles from '../field/text-field.module.css';
import { AmountInput } from './amount-input.tsx';

interface AmountFieldProps extends FieldWords, ComponentProps<typeof AmountInput> {
  /** At the end of the field, such as a unit. */
  tail?: ReactNode;
}

/** A text field for an amount, with label and error. */
export function AmountField({ label, hint, error, tail, id, ...rest }: AmountFieldProps) {
  return (
    <FieldFrame {...{ label, hint, error, id }}>
      {(attributes) => (
        <>
          <AmountInput {...rest} {...attributes} className={styles.input} />
          {tail}
        </>
      )}
    </FieldFrame>
  );
}
