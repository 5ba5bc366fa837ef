import { useState } from 'react';
import { useLocale, useTranslations } from 'use-intl';
import { TextField } from '../../ui/field/text-field.tsx';
import { useCurrency, useMoneyParts } from '../house/use-money.ts';
import { readTyped } from './amount-text.ts';
import styles from './money-field.module.css';

interface MoneyFieldProps {
  label: string;
  /** Undefined for what was typed and is no amount; null for nothing. */
  onChange(minor: bigint | null | undefined): void;
  /** In words; shown next to the field and read with it. */
  error: string | null;
}

/** An amount among several on a page, typed by the reader's own signs; one by itself is put together on a keypad. */
export function MoneyField({ label, onChange, error }: MoneyFieldProps) {
  const t = useTranslations('errors');
  const locale = useLocale();
  const { exponent } = useCurrency();
  const unit = useMoneyParts()(0n, {}).find(({ kind }) => kind === 'unit')?.text;
  const [typed, setTyped] = useState('');
  const [unread, setUnread] = useState(false);
  return (
    <TextField
      label={label}
      dir="ltr"
      inputMode={exponent === 0 ? 'numeric' : 'decimal'}
      autoComplete="off"
      value={typed}
      onChange={(event) => {
        const text = event.target.value;
        const minor = text.trim() === '' ? null : (readTyped(text, { exponent, locale }) ?? undefined);
        setTyped(text);
        setUnread(minor === undefined);
        onChange(minor);
      }}
      error={unread ? t('bad-amount') : error}
      tail={unit === undefined ? undefined : <span className={styles.unit}>{unit}</span>}
    />
  );
}
