import InputAdornment from '@mui/material/InputAdornment';
import TextField from '@mui/material/TextField';
import { decimalOf, PLAY, readAmount } from '@tercet/money';
import { useHouse } from '../format/use-money.ts';
import { useNumberLocale, useText } from '../language/use-text.ts';

interface AmountFieldProps {
  label: string;
  hint?: string;
  /** As typed. */
  value: string;
  onChange: (typed: string) => void;
  required?: boolean;
  disabled?: boolean;
}

/** Input for an amount in the house's currency. */
export function AmountField({ label, hint, value, onChange, required = true, disabled = false }: AmountFieldProps) {
  const t = useText();
  const { data: house } = useHouse();
  const { faultOf } = useAmounts();
  const fault = faultOf(value);
  const unit = unitOf(house?.currency.code, t('money.credits'));
  return (
    <TextField
      label={label}
      helperText={fault ?? hint}
      value={value}
      onChange={(event) => onChange(event.target.value)}
      error={fault !== null}
      required={required}
      disabled={disabled}
      slotProps={{
        htmlInput: { inputMode: 'decimal', autoComplete: 'off' },
        input: { endAdornment: <InputAdornment position="end">{unit}</InputAdornment> },
      }}
    />
  );
}

interface Amounts {
  read: (typed: string) => string | null;
  /** Why a text could not be read: not an amount, or ambiguous. Null for a readable or an empty text. */
  faultOf: (typed: string) => string | null;
  write: (minor: string) => string;
}

/** Converts between minor units and typed amounts. */
export function useAmounts(): Amounts {
  const t = useText();
  const locale = useNumberLocale();
  const { data: house } = useHouse();
  const { code, exponent } = house?.currency ?? { code: PLAY, exponent: 0 };
  const money = { currency: code, exponent, locale, unit: t('money.credits') };
  return {
    read: (typed) => readAmount(typed, money).minor?.toString() ?? null,
    faultOf(typed) {
      const { minor, readings, other } = readAmount(typed, money);
      if (minor !== null || typed.trim() === '') return null;
      if (other !== undefined) return t('forms.otherCurrency', { other, unit: unitOf(code, money.unit) });
      return readings ? t('forms.twoAmounts', { first: readings[0], second: readings[1] }) : t('forms.amountBad');
    },
    write: (minor) => decimalOf(BigInt(minor), exponent).replace('.', decimalSignOf(locale)),
  };
}

function unitOf(code: string | undefined, credits: string): string {
  return code === PLAY ? credits : (code ?? '');
}

function decimalSignOf(locale: string): string {
  return new Intl.NumberFormat(locale).formatToParts(0.5).find(({ type }) => type === 'decimal')?.value ?? '.';
}
