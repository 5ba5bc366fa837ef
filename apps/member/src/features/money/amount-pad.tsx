import { type ReadAmount, readAmount } from '@tercet/money';
import type { CSSProperties, ReactNode } from 'react';
import { useEffect, useId, useRef, useState } from 'react';
import { useTranslations } from 'use-intl';
import { AmountInput } from '../../ui/amount-input/amount-input.tsx';
import { groupedText, signsOf } from '../../ui/amount-input/amount-signs.ts';
import { classNames } from '../../ui/class-names.ts';
import { Keypad, type PadKey } from '../../ui/keypad/keypad.tsx';
import { useMoneyFormat, useMoneyParts, useMoneyText } from '../house/use-money.ts';
import styles from './amount-pad.module.css';
import { amountOf, minorOf, pressKey } from './amount-text.ts';
import { QuickAmounts } from './quick-amounts.tsx';
import { useAmountFault } from './use-amount-fault.ts';
import { useUnfinished } from './use-unfinished.ts';

interface AmountPadProps {
  label: string;
  /** Null without a valid amount. */
  minor: bigint | null;
  onChange(minor: bigint | null): void;
  /** Error text, shown below the amount and announced with it. */
  error: string | null;
  quickMinor?: readonly bigint[];
  autoFocus?: boolean;
  /** Content between the amount and the keys, such as fees or the time of arrival. */
  children?: ReactNode;
}

/** An amount entered on a keypad, or typed or pasted into its field in the language's own digits. */
export function AmountPad({ label, minor, onChange, error, quickMinor, autoFocus = false, children }: AmountPadProps) {
  const t = useTranslations('pad');
  const money = useMoneyText();
  const format = useMoneyFormat();
  const { exponent, locale } = format;
  const input = useRef<HTMLInputElement>(null);
  const [made, setMade] = useState('');
  /** The text while it is typed. */
  const [typed, setTyped] = useState<string | null>(null);
  /** The last input if it was not an amount. */
  const [unread, setUnread] = useState<ReadAmount | null>(null);
  const [keyed, setKeyed] = useState(false);
  const id = useId();
  useEffect(() => {
    if (autoFocus) input.current?.focus();
  }, [autoFocus]);

  // The parent may have changed the value, as "all" does.
  const amount = minorOf(made, exponent) === minor ? made : amountOf(minor, exponent);
  const { isUnfinished, noteTyped, noteLeft } = useUnfinished();
  const faultText = useAmountFault()(isUnfinished ? null : unread) ?? error;
  const signs = signsOf(locale);
  const shown = typed ?? groupedText(amount, locale);

  function set(next: string): void {
    setMade(next);
    setUnread(null);
    onChange(minorOf(next, exponent));
    setTyped(null);
  }

  function type(text: string): void {
    const read = readAmount(text, format);
    setTyped(text);
    noteTyped(text);
    setKeyed(false);
    setMade(amountOf(read.minor, exponent));
    setUnread(read.minor === null && text.trim() !== '' ? read : null);
    onChange(read.minor);
  }

  function press(key: PadKey): void {
    setKeyed(true);
    set(pressKey(amount, key, exponent));
  }

  return (
    <div className={styles.pad}>
      <div className={styles.entry}>
        <AmountBox label={label} id={id} invalid={faultText !== null} chars={shown.length}>
          <AmountInput
            ref={input}
            id={id}
            className={styles.input}
            // The page has its own keypad; hardware keyboards and pasting still work.
            inputMode="none"
            enterKeyHint="done"
            aria-labelledby={`${id}-label`}
            aria-invalid={faultText === null ? undefined : true}
            aria-describedby={faultText === null ? undefined : `${id}-error`}
            placeholder={signs.digits[0]}
            text={shown}
            onBlur={() => {
              noteLeft();
              if (unread === null) setTyped(null);
            }}
            onType={type}
          />
        </AmountBox>
        {faultText === null ? null : (
          <p id={`${id}-error`} className={styles.error} role="alert">
            {faultText}
          </p>
        )}
        {quickMinor === undefined || quickMinor.length === 0 ? null : (
          <QuickAmounts quickMinor={quickMinor} minor={minor} onChoose={(chosen) => set(amountOf(chosen, exponent))} />
        )}
        {children}
      </div>
      <span role="status" className="visually-hidden">
        {keyed && minor !== null ? money(minor) : ''}
      </span>
      <Keypad
        label={t('keys')}
        digits={signs.digits}
        decimal={exponent === 0 ? null : { sign: signs.decimal, label: t('decimal') }}
        deleteLabel={t('delete')}
        onKey={press}
      />
    </div>
  );
}

interface AmountBoxProps {
  label: string;
  id: string;
  invalid: boolean;
  /** Length of the figure; a long one is displayed smaller. */
  chars: number;
  children: ReactNode;
}

/** The large figure, with its unit before or after it as the language requires. A tap anywhere focuses the field. */
function AmountBox({ label, id, invalid, chars, children }: AmountBoxProps) {
  const parts = useMoneyParts()(0n, {});
  const before = parts[0]?.kind === 'unit';
  const unit = parts.find(({ kind }) => kind === 'unit')?.text;
  const shown = unit === undefined ? null : <span className={styles.unit}>{unit}</span>;
  const sized = { '--chars': Math.max(1, chars) } as CSSProperties;
  return (
    <label htmlFor={id} className={classNames(styles.box, invalid && styles.invalid)} style={sized}>
      <span id={`${id}-label`} className={styles.label}>
        {label}
      </span>
      <span className={styles.figure}>
        {before ? shown : null}
        {children}
        {before ? null : shown}
      </span>
    </label>
  );
}
