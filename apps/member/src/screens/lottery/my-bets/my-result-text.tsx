import Check from 'lucide-react/icons/check';
import { useTranslations } from 'use-intl';
import { useMoneyText } from '../../../features/house/use-money.ts';
import styles from './my-bets.module.css';
import type { MyPeriod } from './my-bets.ts';

/** Result of the bets of a period: "Won 19.20 on 10.00 staked", or without emphasis "Returned 5.00 of 10.00 staked". */
export function MyResultText({ own }: { own: MyPeriod }) {
  const t = useTranslations('ownBets');
  const money = useMoneyText();
  if (own.result === null) return null;
  const { key, paidMinor } = own.result;
  return (
    <strong className={key === 'won' ? styles.won : styles.some}>
      {key === 'won' ? <Check size={16} strokeWidth={2.25} aria-hidden="true" /> : null}
      <span>{t(key, { paid: money(paidMinor), staked: money(own.stakedMinor) })}</span>
    </strong>
  );
}
