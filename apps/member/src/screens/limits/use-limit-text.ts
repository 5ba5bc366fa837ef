import { useTranslations } from 'use-intl';
import type { LimitKind } from '../../api/shared/types.ts';
import { useMoneyText } from '../../features/house/use-money.ts';
import { useSpanText } from '../../features/limits/use-span-text.ts';
import { isInMinutes } from './limit-kinds.ts';

/** Formats a limit: an amount, a duration, or none. */
export function useLimitText(): (kind: LimitKind, value: string | null) => string {
  const t = useTranslations('limits');
  const money = useMoneyText();
  const span = useSpanText();
  return (kind, value) => {
    if (value === null) return t('none');
    return isInMinutes(kind) ? span.minutes(Number(value)) : money(value);
  };
}
