import type { ReactNode } from 'react';
import { useTranslations } from 'use-intl';
import type { Report } from '../../api/shared/types.ts';
import { Amount } from '../../features/house/amount.tsx';
import { bucketsOf } from './buckets.ts';
import styles from './report.module.css';
import { ReportChart } from './report-chart.tsx';
import { ReportTable } from './report-table.tsx';

export function Found({ report }: { report: Report }) {
  const t = useTranslations('report');
  const buckets = bucketsOf(report.days);
  const played = BigInt(report.stakedMinor) > 0n || BigInt(report.wonMinor) > 0n;
  return (
    <>
      <section className={styles.card}>
        <h2 className={styles.name}>{t('profit')}</h2>
        <p className={styles.profit}>
          <Amount minor={report.profitMinor} sign="exceptZero" wraps />
        </p>
        <p className={styles.soft}>{t('profitText')}</p>
        <dl className={styles.figures}>
          <Figure name={t('staked')}>{<Amount minor={report.stakedMinor} unit={false} />}</Figure>
          <Figure name={t('won')}>{<Amount minor={report.wonMinor} unit={false} />}</Figure>
          <Figure name={t('in')}>{<Amount minor={report.inMinor} unit={false} />}</Figure>
          <Figure name={t('out')}>{<Amount minor={report.outMinor} unit={false} />}</Figure>
        </dl>
        <Notes report={report} />
      </section>
      {played ? (
        <figure className={styles.figure}>
          <figcaption className={styles.name}>{t('chart')}</figcaption>
          <ReportChart buckets={buckets} />
          <ul className={styles.legend} aria-hidden="true">
            <li>
              <span className={styles.keyStaked} />
              {t('staked')}
            </li>
            <li>
              <span className={styles.keyWon} />
              {t('won')}
            </li>
          </ul>
          <ReportTable buckets={buckets} />
        </figure>
      ) : (
        <p className={styles.soft}>{t('nothing')}</p>
      )}
      <section className={styles.card}>
        <h2 className={styles.name}>{t('lifetime')}</h2>
        <p className={styles.lifetime}>
          <Amount minor={report.lifetimeNetDepositsMinor} sign="exceptZero" />
        </p>
        <p className={styles.soft}>{t('lifetimeText')}</p>
      </section>
      <p className={styles.soft}>{t('utc')}</p>
    </>
  );
}

function Figure({ name, children }: { name: string; children: ReactNode }) {
  return (
    <div>
      <dt>{name}</dt>
      <dd>{children}</dd>
    </div>
  );
}

/** Amounts that the sums leave out, if any. */
function Notes({ report: { pendingMinor, refundedMinor } }: { report: Report }) {
  const t = useTranslations('report');
  const amount = (minor: string) => ({ amount: () => <Amount minor={minor} /> });
  return (
    <>
      {pendingMinor === '0' ? null : <p className={styles.soft}>{t.rich('pending', amount(pendingMinor))}</p>}
      {refundedMinor === '0' ? null : <p className={styles.soft}>{t.rich('refunded', amount(refundedMinor))}</p>}
    </>
  );
}
