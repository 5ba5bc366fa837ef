import { useQuery } from '@tanstack/react-query';
import { useTranslations } from 'use-intl';
import { houseQuery } from '../../api/house/house.ts';
import type { Wallet } from '../../api/shared/types.ts';
import { Amount } from '../../features/house/amount.tsx';
import { Fact, Facts } from '../../ui/facts/facts.tsx';
import styles from './withdraw.module.css';

/** Rules for all withdrawals, shown before any input. */
export function Rule({ wallet }: { wallet: Wallet }) {
  const t = useTranslations('withdraw');
  const { minMinor, maxMinor, perDay, leftToday, usualSeconds, fastestSeconds, reviewFromMinor } = wallet.withdrawal;
  const text = useQuery(houseQuery()).data?.service?.texts?.arrival ?? '';
  const amount = (minor: string) => () => <Amount minor={minor} short />;
  return (
    <section className={styles.rule} aria-label={t('rule')}>
      <Facts className={styles.facts}>
        <Fact label={t('fee')}>{t('feeNone')}</Fact>
        <Fact label={t('arrives')}>
          {t('arrivesIn', { usual: minutes(usualSeconds), fastest: minutes(fastestSeconds) })}
        </Fact>
        <Fact label={t('limits')}>
          {t.rich('limitsText', {
            min: () => <Amount minor={minMinor} unit={false} short />,
            max: amount(maxMinor),
          })}
        </Fact>
        <Fact label={t('aDay')}>{t('aDayText', { perDay, left: leftToday })}</Fact>
      </Facts>
      <p className={styles.small}>
        {t('wholeBalance')} {t.rich('reviewFrom', { from: amount(reviewFromMinor) })}
      </p>
      {text === '' ? null : (
        <p className={styles.said} dir="auto">
          {text}
        </p>
      )}
      {wallet.topUp.reason === 'payouts-unhealthy' ? <p className={styles.slow}>{t('payoutsSlow')}</p> : null}
      {wallet.closing ? <p className={styles.slow}>{t('closing')}</p> : null}
    </section>
  );
}

function minutes(seconds: number): number {
  return Math.max(1, Math.round(seconds / 60));
}
