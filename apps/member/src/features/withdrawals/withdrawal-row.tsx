import ArrowUpRight from 'lucide-react/icons/arrow-up-right';
import { useTranslations } from 'use-intl';
import type { Withdrawal } from '../../api/shared/types.ts';
import { useTimes } from '../../ui/format/use-times.ts';
import { Amount } from '../house/amount.tsx';
import styles from '../lists/record-row.module.css';
import { WithdrawalPill } from './withdrawal-pill.tsx';

export function WithdrawalRow({ withdrawal, onOpen }: { withdrawal: Withdrawal; onOpen(): void }) {
  const t = useTranslations('withdrawals');
  const times = useTimes();
  const { payee, amountMinor, submittedAtMs, approvedAtMs, reviewDueAtMs } = withdrawal;
  return (
    <li>
      <button type="button" className={styles.row} onClick={onOpen}>
        <span className={styles.icon}>
          <ArrowUpRight size={22} strokeWidth={1.75} aria-hidden="true" className={styles.pointing} />
        </span>
        <span className={styles.words}>
          <span className={styles.head}>
            {t('toPlace', { place: payee.bankName })} <bdi dir="ltr">{payee.masked}</bdi>
          </span>
          <span className={styles.time}>{t('submittedAt', { time: times.moment(submittedAtMs) })}</span>
          {reviewDueAtMs === null || approvedAtMs === null ? null : (
            <span className={styles.time}>{t('reviewedAt', { time: times.moment(approvedAtMs) })}</span>
          )}
        </span>
        <span className={styles.end}>
          <Amount
            minor={-BigInt(amountMinor)}
            sign="always"
            unit={false}
            className={withdrawal.state === 'paid' ? styles.done : styles.amount}
          />
          <WithdrawalPill withdrawal={withdrawal} />
        </span>
      </button>
    </li>
  );
}
