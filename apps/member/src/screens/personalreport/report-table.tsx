import ChevronDown from 'lucide-react/icons/chevron-down';
import { useTranslations } from 'use-intl';
import { Amount } from '../../features/house/amount.tsx';
import { useTimes } from '../../ui/format/use-times.ts';
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
  return useTimes().utcDays(from, to);
}
