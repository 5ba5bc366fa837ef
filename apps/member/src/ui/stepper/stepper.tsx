import { submitsByEnter } from '@tercet/contract/words.ts';
import Minus from 'lucide-react/icons/minus';
import Plus from 'lucide-react/icons/plus';
import { useState } from 'react';
import styles from './stepper.module.css';

interface StepperProps {
  label: string;
  lessLabel: string;
  moreLabel: string;
  /** Shown while the member is not typing. */
  text: string;
  invalid: boolean;
  describedBy?: string;
  onType(text: string): void;
  onStep(by: 1 | -1): void;
}

/** An amount with − and + buttons that can also be typed or pasted. With focus it shows the text as typed. */
export function Stepper({ label, lessLabel, moreLabel, text, invalid, describedBy, onType, onStep }: StepperProps) {
  const [typed, setTyped] = useState<string | null>(null);
  function step(by: 1 | -1): void {
    setTyped(null);
    onStep(by);
  }
  return (
    <div className={styles.stepper} dir="ltr" data-invalid={invalid ? '' : undefined}>
      <button type="button" className={styles.key} aria-label={lessLabel} onClick={() => step(-1)}>
        <Minus size={18} strokeWidth={1.75} aria-hidden="true" />
      </button>
      <input
        className={styles.input}
        inputMode="decimal"
        enterKeyHint="done"
        autoComplete="off"
        aria-label={label}
        aria-invalid={invalid ? true : undefined}
        aria-describedby={describedBy}
        value={typed ?? text}
        onFocus={(event) => event.target.select()}
        onChange={(event) => {
          setTyped(event.target.value);
          onType(event.target.value);
        }}
        onKeyDown={(event) => {
          if (submitsByEnter(event.nativeEvent, 'enter')) event.currentTarget.blur();
        }}
        onBlur={() => {
          if (!invalid) setTyped(null);
        }}
      />
      <button type="button" className={styles.key} aria-label={moreLabel} onClick={() => step(1)}>
        <Plus size={18} strokeWidth={1.75} aria-hidden="true" />
      </button>
    </div>
  );
}
