import ChevronDown from 'lucide-react/icons/chevron-down';
import { useFormatter, useTranslations } from 'use-intl';
import { Amount } from '../../features/house/amount.tsx';
import type { Bucket } from './buckets.ts';
import styles from './report.module.css';

/** The chart in numbers. */
export function ReportTable({ buckets }: { buckets: readonly Bucket[] }) {
  const t = useTranslations('report');
  return (
    <details className={styles.numbers}>
      <summary className={styles.summary}>
        {t('numbers')}
        <ChevronDown size={16} strokeWidth={1.75} aria-hidden="true" className={styles.chevron} />
      </summary>
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
    </details>
  );
}

function DaysOf({ bucket: { from, to } }: { bucket: Bucket }) {
  const format = useFormatter();
  const [first, last] = [new Date(from), new Date(to)];
  const short = { day: 'numeric', month: 'short', timeZone: 'UTC' } as const;
  return from === to ? format.dateTime(first, short) : format.dateTimeRange(first, last, short);
}
