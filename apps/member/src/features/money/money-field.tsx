import { type ReadAmount, readAmount } from '@tercet/money';
import { useState } from 'react';
import { AmountField } from '../../ui/amount-input/amount-field.tsx';
import { groupedText } from '../../ui/amount-input/amount-signs.ts';
import { useMoneyFormat, useMoneyParts } from '../house/use-money.ts';
import { amountOf } from './amount-text.ts';
import styles from './money-field.module.css';
import { useAmountFault } from './use-amount-fault.ts';
import { useUnfinished } from './use-unfinished.ts';

interface MoneyFieldProps {
  label: string;
  /** The amount when the field appears. */
  initialMinor?: bigint | null | undefined;
  /** Receives undefined for input that is not an amount; null for an empty field. */
  onChange(minor: bigint | null | undefined): void;
  /** Error text, shown next to the field and announced with it. */
  error?: string | null;
}

/**
 * A text field for one of several amounts on a page, in the language's own digits. For a single amount use `AmountPad`.
 */
export function MoneyField({ label, initialMinor = null, onChange, error = null }: MoneyFieldProps) {
  const faultOf = useAmountFault();
  const money = useMoneyFormat();
  const unit = useMoneyParts()(0n, {}).find(({ kind }) => kind === 'unit')?.text;
  const written = (minor: bigint | null | undefined) =>
    groupedText(amountOf(minor ?? null, money.exponent), money.locale);
  const [text, setText] = useState(() => written(initialMinor));
  const [read, setRead] = useState<ReadAmount | null>(null);
  const { isUnfinished, noteTyped, noteLeft } = useUnfinished();

  function type(next: string): void {
    const amount = next.trim() === '' ? null : readAmount(next, money);
    setText(next);
    setRead(amount);
    noteTyped(next);
    onChange(amount === null ? null : (amount.minor ?? undefined));
  }

  return (
    <AmountField
      label={label}
      inputMode={money.exponent === 0 ? 'numeric' : 'decimal'}
      text={text}
      onType={type}
      onBlur={() => {
        noteLeft();
        if (read?.minor != null) setText(written(read.minor));
      }}
      error={faultOf(isUnfinished ? null : read) ?? error}
      tail={unit === undefined ? undefined : <span className={styles.unit}>{unit}</span>}
    />
  );
}
