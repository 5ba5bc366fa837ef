import type { ReadAmount } from '@tercet/money';
import { useTranslations } from 'use-intl';
import { useMoneyUnit } from '../house/use-money.ts';

/**
 * Error text for input that is not an amount, has too many decimals, is in another currency, or is ambiguous. Null for
 * a valid amount.
 */
export function useAmountFault(): (read: ReadAmount | null) => string | null {
  const t = useTranslations('errors');
  const unit = useMoneyUnit();
  return (read) => {
    if (read === null || read.minor !== null) return null;
    if (read.other !== undefined) return t('other-currency', { other: read.other, unit });
    if (read.decimalsMax !== undefined) return t('too-precise', { max: read.decimalsMax });
    const [first, second] = read.readings ?? [];
    return first === undefined || second === undefined ? t('bad-amount') : t('two-amounts', { first, second });
  };
}
