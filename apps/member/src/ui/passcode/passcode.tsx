import { useEffect, useId, useRef } from 'react';
import { classNames } from '../class-names.ts';
import styles from './passcode.module.css';

const LENGTH = 4;
const CELLS = [0, 1, 2, 3] as const;
/** Zeros of the Arabic, Persian, Thai, Mongolian and full-width digits, which keyboards of these scripts enter. */
const SCRIPT_ZEROS = [0x0660, 0x06f0, 0x0e50, 0x1810, 0xff10];

interface PasscodeProps {
  label: string;
  /** Rules, shown above the field: a phone's keyboard covers what is below it. */
  hint?: string;
  /** Up to four digits from 0 to 9. */
  value: string;
  onChange(value: string): void;
  onBlur?(): void;
  /** Called after the fourth digit. */
  onComplete?: (value: string) => void;
  /** Error message, shown below the field and announced with it. */
  error: string | null;
  autoFocus?: boolean;
  /** Distinguishes fields for password managers. */
  name?: string;
}

/** A hidden code of four digits. One real input covers the four drawn cells, so pasting and password managers work. */
export function Passcode(props: PasscodeProps) {
  const { label, hint, value, onChange, onBlur, onComplete, error, autoFocus = false, name } = props;
  const id = useId();
  const input = useRef<HTMLInputElement>(null);
  useEffect(() => {
    if (autoFocus) input.current?.focus();
  }, [autoFocus]);

  function take(text: string): void {
    const next = digitsOf(text).slice(0, LENGTH);
    if (next === value) return;
    onChange(next);
    if (next.length === LENGTH) onComplete?.(next);
  }

  const described = classNames(hint !== undefined && `${id}-hint`, error !== null && `${id}-error`);
  return (
    <div className={styles.passcode}>
      <label htmlFor={id} className={styles.label}>
        {label}
      </label>
      {hint === undefined ? null : (
        <p id={`${id}-hint`} className={styles.hint}>
          {hint}
        </p>
      )}
      <div className={styles.box} dir="ltr" data-invalid={error === null ? undefined : ''}>
        <input
          ref={input}
          id={id}
          name={name}
          type="password"
          inputMode="numeric"
          autoComplete="off"
          enterKeyHint="done"
          className={styles.input}
          value={value}
          aria-invalid={error === null ? undefined : true}
          aria-describedby={described === '' ? undefined : described}
          onChange={(event) => take(event.target.value)}
          onBlur={onBlur}
          onSelect={({ currentTarget }) => {
            // Moves the caret to the end: the drawn cells cannot show it between two digits.
            const end = currentTarget.value.length;
            if (currentTarget.selectionStart === end) return;
            if (currentTarget.selectionEnd === currentTarget.selectionStart) currentTarget.setSelectionRange(end, end);
          }}
        />
        <div className={styles.cells} aria-hidden="true">
          {CELLS.map((cell) => (
            <span
              key={cell}
              className={styles.cell}
              data-filled={cell < value.length ? '' : undefined}
              data-next={cell === Math.min(value.length, LENGTH - 1) ? '' : undefined}
            />
          ))}
        </div>
      </div>
      {error === null ? null : (
        <p id={`${id}-error`} className={styles.error} role="alert">
          {error}
        </p>
      )}
    </div>
  );
}

function digitsOf(text: string): string {
  return Array.from(text, (char) => {
    if (/[0-9]/.test(char)) return char;
    const point = char.codePointAt(0) ?? 0;
    const zero = SCRIPT_ZEROS.find((first) => point >= first && point <= first + 9);
    return zero === undefined ? '' : String(point - zero);
  }).join('');
}
