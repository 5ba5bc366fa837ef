import InputAdornment from '@mui/material/InputAdornment';
import TextField from '@mui/material/TextField';
import { decimalOf, PLAY, parseMinor } from '@tercet/money';
import { useHouse } from '../format/use-money.ts';
import { useLanguage, useText } from '../language/use-text.ts';

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
  const { read } = useAmounts();
  const isWrong = value.trim() !== '' && read(value) === null;
  const unit = house?.currency.code === PLAY ? t('money.credits') : (house?.currency.code ?? '');
  return (
    <TextField
      label={label}
      helperText={isWrong ? t('forms.amountBad') : hint}
      value={value}
      onChange={(event) => onChange(event.target.value)}
      error={isWrong}
      required={required}
      disabled={disabled}
      slotProps={{
        htmlInput: { inputMode: 'decimal', autoComplete: 'off' },
        input: { endAdornment: <InputAdornment position="end">{unit}</InputAdornment> },
      }}
    />
  );
}

/** Between minor units and what is typed into a field. */
export function useAmounts(): { read: (typed: string) => string | null; write: (minor: string) => string } {
  const [locale] = useLanguage();
  const { data: house } = useHouse();
  const exponent = house?.currency.exponent ?? 0;
  return {
    read: (typed) => parseMinor(typed, exponent, locale)?.toString() ?? null,
    write: (minor) => decimalOf(BigInt(minor), exponent),
  };
}
