import { submitsByEnter } from '@tercet/contract/words.ts';
import Minus from 'lucide-react/icons/minus';
import Plus from 'lucide-react/icons/plus';
import { type RefObject, useState } from 'react';
import { AmountInput } from '../amount-input/amount-input.tsx';
import styles from './stepper.module.css';

interface StepperProps {
  label: string;
  lessLabel: string;
  moreLabel: string;
  /** Shown while the member is not typing. */
  text: string;
  invalid: boolean;
  /** True while the typed amount is obviously incomplete, which does not look like an error yet. */
  isUnfinished?: boolean;
  describedBy?: string;
  onType(text: string): void;
  onStep(by: 1 | -1): void;
  onLeave?(): void;
  /** What Enter does; by default it leaves the field. */
  onEnter?(): void;
  field?: RefObject<HTMLInputElement | null>;
}

/**
 * An amount with − and + buttons that can also be typed or pasted. With focus it shows the text as typed, with
 * thousands separators.
 */
export function Stepper(props: StepperProps) {
  const { label, lessLabel, moreLabel, text, invalid, isUnfinished = false, describedBy, field } = props;
  const { onType, onStep, onLeave, onEnter } = props;
  const looksInvalid = invalid && !isUnfinished;
  const [typed, setTyped] = useState<string | null>(null);
  function step(by: 1 | -1): void {
    setTyped(null);
    onStep(by);
  }
  return (
    <div className={styles.stepper} dir="ltr" data-invalid={looksInvalid ? '' : undefined}>
      <button type="button" className={styles.key} aria-label={lessLabel} onClick={() => step(-1)}>
        <Minus size={18} strokeWidth={1.75} aria-hidden="true" />
      </button>
      <AmountInput
        ref={field}
        className={styles.input}
        inputMode="decimal"
        enterKeyHint="done"
        aria-label={label}
        aria-invalid={looksInvalid ? true : undefined}
        aria-describedby={describedBy}
        text={typed ?? text}
        onFocus={(event) => event.target.select()}
        onType={(next) => {
          setTyped(next);
          onType(next);
        }}
        onKeyDown={(event) => {
          if (!submitsByEnter(event.nativeEvent, 'enter')) return;
          if (onEnter === undefined) event.currentTarget.blur();
          else {
            event.preventDefault();
            onEnter();
          }
        }}
        onBlur={() => {
          if (!invalid) setTyped(null);
          onLeave?.();
        }}
      />
      <button type="button" className={styles.key} aria-label={moreLabel} onClick={() => step(1)}>
        <Plus size={18} strokeWidth={1.75} aria-hidden="true" />
      </button>
    </div>
  );
}
