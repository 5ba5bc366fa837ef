import { useTranslations } from 'use-intl';
import { useMoneyText } from '../../../features/house/use-money.ts';
import type { PeriodResult } from './my-results.ts';

/** The member's stakes in a draw, and the payout once it is settled. */
export function MyLine({ own, className }: { own: PeriodResult; className?: string | undefined }) {
  const t = useTranslations('history');
  const money = useMoneyText();
  const staked = money(own.stakedMinor);
  return (
    <span className={className}>
      {own.paidMinor === null ? t('ownOpen', { staked }) : t('own', { staked, paid: money(own.paidMinor) })}
    </span>
  );
}
