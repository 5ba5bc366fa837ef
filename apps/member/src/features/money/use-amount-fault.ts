import type { ReadAmount } from '@tercet/money';
import { useTranslations } from 'use-intl';

/** Says why a text was not read as an amount: it is none, or it could mean two. Null where it was read. */
export function useAmountFault(): (read: ReadAmount | null) => string | null {
  const t = useTranslations('errors');
  return (read) => {
    if (read === null || read.minor !== null) return null;
    const [first, second] = read.readings ?? [];
    return first === undefined || second === undefined ? t('bad-amount') : t('two-amounts', { first, second });
  };
}
