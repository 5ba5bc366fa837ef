import { memo } from 'react';
import { useTranslations } from 'use-intl';
import { useMoneyText } from '../../../features/house/use-money.ts';
import { settledWords } from '../../../features/slips/settled-words.ts';
import type { MyPeriod } from './my-bets.ts';

/** Announces the member's newest result to screen readers, in the same words as the toast on other pages. */
export const SpokenResult = memo(function SpokenResult({ own }: { own: readonly MyPeriod[] }) {
  const t = useTranslations('settled');
  const money = useMoneyText();
  const newest = own.find(({ result }) => result !== null);
  if (newest === undefined) return <p role="status" className="visually-hidden" />;
  const { key, period, paid, staked } = settledWords(newest.slips, newest.period);
  return (
    <p role="status" className="visually-hidden">
      {t(key, { period: String(period), paid: money(paid), staked: money(staked) })}
    </p>
  );
});
