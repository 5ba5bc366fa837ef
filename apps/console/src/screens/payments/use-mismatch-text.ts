import { useText } from '../../features/language/use-text.ts';

const REASONS = ['amount', 'currency', 'second', 'cap', 'credit-card', 'payer', 'unsigned'] as const;

/** Why a payment is not credited automatically. */
export function useMismatchText(): (reason: string | null) => string {
  const t = useText();
  return (reason) => {
    const known = REASONS.find((one) => one === reason);
    return known ? t(`payments.why.${known}`) : '–';
  };
}
