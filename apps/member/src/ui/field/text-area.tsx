import type { ComponentProps } from 'react';
import { classNames } from '../class-names.ts';
import { FieldFrame, type FieldWords } from './field-frame.tsx';
import styles from './text-field.module.css';

/** A text field of several lines. It grows with its content. */
export function TextArea({ label, hint, error, className, id, ...rest }: FieldWords & ComponentProps<'textarea'>) {
  return (
    <FieldFrame {...{ label, hint, error, className, id }}>
      {(attributes) => (
        <textarea rows={5} dir="auto" {...rest} {...attributes} className={classNames(styles.input, styles.area)} />
      )}
    </FieldFrame>
  );
}
