import { type ReadAmount, readAmount } from '@tercet/money';
import { useState } from 'react';
import { TextField } from '../../ui/field/text-field.tsx';
import { useMoneyFormat, useMoneyParts } from '../house/use-money.ts';
import styles from './money-field.module.css';
import { useAmountFault } from './use-amount-fault.ts';

interface MoneyFieldProps {
  label: string;
  /** Receives undefined for input that is not an amount; null for an empty field. */
  onChange(minor: bigint | null | undefined): void;
  /** Error text, shown next to the field and announced with it. */
  error: string | null;
}

/**
 * A text field for one of several amounts on a page, in the language's own digits. For a single amount use `AmountPad`.
 */
export function MoneyField({ label, onChange, error }: MoneyFieldProps) {
  const faultOf = useAmountFault();
  const money = useMoneyFormat();
  const unit = useMoneyParts()(0n, {}).find(({ kind }) => kind === 'unit')?.text;
  const [typed, setTyped] = useState('');
  const [read, setRead] = useState<ReadAmount | null>(null);
  return (
    <TextField
      label={label}
      dir="ltr"
      inputMode={money.exponent === 0 ? 'numeric' : 'decimal'}
      autoComplete="off"
      value={typed}
      onChange={(event) => {
        const text = event.target.value;
        const next = text.trim() === '' ? null : readAmount(text, money);
        setTyped(text);
        setRead(next);
        onChange(next === null ? null : (next.minor ?? undefined));
      }}
      error={faultOf(read) ?? error}
      tail={unit === undefined ? undefined : <span className={styles.unit}>{unit}</span>}
    />
  );
}
