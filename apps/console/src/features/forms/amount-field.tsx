import InputAdornment from '@mui/material/InputAdornment';
import TextField from '@mui/material/TextField';
import { decimalOf, PLAY, readAmount } from '@tercet/money';
import { useHouse } from '../format/use-money.ts';
import { useNumberLocale, useText } from '../language/use-text.ts';

interface AmountFieldProps {
  label: string;
  hint?: string;
  /** As it was typed. */
  value: string;
  onChange: (typed: string) => void;
  required?: boolean;
  disabled?: boolean;
}

/** An amount of the house's money, as people write it. */
export function AmountField({ label, hint, value, onChange, required = true, disabled = false }: AmountFieldProps) {
  const t = useText();
  const { data: house } = useHouse();
  const { faultOf } = useAmounts();
  const fault = faultOf(value);
  const unit = house?.currency.code === PLAY ? t('money.credits') : (house?.currency.code ?? '');
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
  /** Why a text was not read: it is no amount, or could mean two. Null where it was read, and for no text. */
  faultOf: (typed: string) => string | null;
  write: (minor: string) => string;
}

/** Between minor units and what is typed into a field. */
export function useAmounts(): Amounts {
  const t = useText();
  const locale = useNumberLocale();
  const { data: house } = useHouse();
  const exponent = house?.currency.exponent ?? 0;
  return {
    read: (typed) => readAmount(typed, exponent, locale).minor?.toString() ?? null,
    faultOf(typed) {
      const { minor, readings } = readAmount(typed, exponent, locale);
      if (minor !== null || typed.trim() === '') return null;
      return readings ? t('forms.twoAmounts', { first: readings[0], second: readings[1] }) : t('forms.amountBad');
    },
    write: (minor) => decimalOf(BigInt(minor), exponent).replace('.', decimalSignOf(locale)),
  };
}

function decimalSignOf(locale: string): string {
  return new Intl.NumberFormat(locale).formatToParts(0.5).find(({ type }) => type === 'decimal')?.value ?? '.';
}
