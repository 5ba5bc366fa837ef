import ChevronRight from 'lucide-react/icons/chevron-right';
import CreditCard from 'lucide-react/icons/credit-card';
import Landmark from 'lucide-react/icons/landmark';
import { useTranslations } from 'use-intl';
import type { Payee } from '../../api/shared/types.ts';
import { paths } from '../../paths.ts';
import { Link } from '../../ui/link/link.tsx';
import styles from './withdraw.module.css';

/** The payout card or account, masked. */
export function PayeeRow({ payee }: { payee: Payee }) {
  const t = useTranslations('withdraw');
  const Sign = payee.kind === 'card' ? CreditCard : Landmark;
  return (
    <Link to={paths.setbank(paths.withdraw())} className={styles.payee}>
      <Sign size={22} strokeWidth={1.75} aria-hidden="true" className={styles.payeeSign} />
      <span className={styles.payeeWords}>
        <span className={styles.small}>{t('to')}</span>
        <span className={styles.payeeName}>
          {payee.bankName} <bdi dir="ltr">{payee.masked}</bdi>
        </span>
      </span>
      <ChevronRight size={18} strokeWidth={1.75} aria-hidden="true" className={styles.pointing} />
    </Link>
  );
}
