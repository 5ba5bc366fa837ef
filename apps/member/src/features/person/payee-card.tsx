import CreditCard from 'lucide-react/icons/credit-card';
import Landmark from 'lucide-react/icons/landmark';
import type { ReactNode } from 'react';
import { useTranslations } from 'use-intl';
import type { Payee } from '../../api/shared/types.ts';
import { Fact, Facts } from '../../ui/facts/facts.tsx';
import { useTimes } from '../../ui/format/use-times.ts';
import styles from './payee-card.module.css';

interface PayeeCardProps {
  payee: Payee;
  /** Content below the details: what will be done with the card. */
  children?: ReactNode;
}

/** A bound card or account, masked. */
export function PayeeCard({ payee, children }: PayeeCardProps) {
  const t = useTranslations('payee');
  const { day } = useTimes();
  const Icon = payee.kind === 'card' ? CreditCard : Landmark;
  return (
    <section className={styles.card} aria-label={t(`kind.${payee.kind}`)}>
      <header className={styles.head}>
        <span className={styles.icon}>
          <Icon size={22} strokeWidth={1.75} aria-hidden="true" />
        </span>
        <div className={styles.words}>
          <h2 className={styles.bank}>{payee.bankName}</h2>
          <p className={styles.kind}>
            {t(`kind.${payee.kind}`)}
            {payee.brand === null ? null : <bdi className={styles.brand}> · {payee.brand}</bdi>}
          </p>
        </div>
      </header>
      <p className={styles.masked}>
        <bdi dir="ltr">{payee.masked}</bdi>
      </p>
      <Facts className={styles.facts}>
        <Fact label={t('holder')}>
          <bdi>{payee.holder}</bdi>
        </Fact>
        <Fact label={t('phone')}>
          <bdi dir="ltr">{payee.phone}</bdi>
        </Fact>
        <Fact label={t('boundOn')}>{day(payee.boundAtMs)}</Fact>
      </Facts>
      {children}
    </section>
  );
}
