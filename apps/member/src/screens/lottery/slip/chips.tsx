import { memo } from 'react';
import { useTranslations } from 'use-intl';
import { Amount } from '../../../features/house/amount.tsx';
import { useMoneyText } from '../../../features/house/use-money.ts';
import { ChoiceRow } from '../../../ui/choice-row/choice-row.tsx';
import { tap } from '../../../ui/feel/feel.ts';

/** Values in units of the currency. */
const CHIPS = [1n, 5n, 10n, 50n, 100n, 500n];

export function chipsOf(exponent: number): bigint[] {
  return CHIPS.map((chip) => chip * 10n ** BigInt(exponent));
}

interface ChipsProps {
  exponent: number;
  chosen: bigint;
  disabled: boolean;
  onChoose(chipMinor: bigint): void;
}

/** Selects the chip: the stake that the next tap on a bet adds. */
export const Chips = memo(function Chips({ exponent, chosen, disabled, onChoose }: ChipsProps) {
  const t = useTranslations('lottery');
  const money = useMoneyText();
  return (
    <ChoiceRow
      label={t('chips')}
      value={String(chosen)}
      disabled={disabled}
      options={chipsOf(exponent).map((chip) => ({
        value: String(chip),
        label: t('chip', { amount: money(chip) }),
        content: <Amount minor={chip} unit={false} short />,
      }))}
      onChange={(value) => {
        tap();
        onChoose(BigInt(value));
      }}
    />
  );
});
