import { useTranslations } from 'use-intl';
import { Amount } from '../../features/house/amount.tsx';
import { Disclosure } from '../../ui/disclosure/disclosure.tsx';
import { useTimes } from '../../ui/format/use-times.ts';
import type { Bucket } from './buckets.ts';
import styles from './report.module.css';

/** The numbers of the chart. */
export function ReportTable({ buckets }: { buckets: readonly Bucket[] }) {
  const t = useTranslations('report');
  return (
    <Disclosure label={t('numbers')}>
      <table className={styles.table}>
        <caption className="visually-hidden">{t('numbers')}</caption>
        <thead>
          <tr>
            <th scope="col">{t('days')}</th>
            <th scope="col">{t('staked')}</th>
            <th scope="col">{t('won')}</th>
          </tr>
        </thead>
        <tbody>
          {buckets.toReversed().map((bucket) => (
            <tr key={bucket.from}>
              <th scope="row">
                <DaysOf bucket={bucket} />
              </th>
              <td>
                <Amount minor={bucket.staked} unit={false} />
              </td>
              <td>
                <Amount minor={bucket.won} unit={false} />
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </Disclosure>
  );
}

function DaysOf({ bucket: { from, to } }: { bucket: Bucket }) {
  return useTimes().utcDays(from, to);
}
