import { useQuery } from '@tanstack/react-query';
import { useSearchParams } from 'react-router';
import { useFormatter, useTranslations } from 'use-intl';
import { lotteriesQuery } from '../../../api/lottery/lotteries.ts';
import { Failed } from '../../../features/problems/failed.tsx';
import { Mark } from '../../../ui/mark/mark.tsx';
import { Notice } from '../../../ui/notice/notice.tsx';
import { Segments } from '../../../ui/segments/segments.tsx';
import { Skeleton } from '../../../ui/skeleton/skeleton.tsx';
import { Returns } from './returns.tsx';
import { Sample } from './sample.tsx';
import styles from './statistics.module.css';

const COUNTS = [1000, 5000, 20_000] as const;

/** `/Book?tab=statistics&key&draws`: draws of a lottery compared with fair dice, and its actual return. */
export function Statistics() {
  const t = useTranslations('book.statistics');
  const format = useFormatter();
  const [search, setSearch] = useSearchParams();
  const { data, error, refetch } = useQuery(lotteriesQuery());
  if (data === undefined) {
    return error === null ? (
      <Skeleton blocks={[44, 44, 260, 120]} />
    ) : (
      <Failed error={error} onRetry={() => void refetch()} />
    );
  }
  const lottery = data.items.find(({ key }) => key === search.get('key')) ?? data.items[0];
  const draws = COUNTS.find((count) => String(count) === search.get('draws')) ?? COUNTS[0];
  if (lottery === undefined) {
    return <Notice sign={<Mark state="open" size={48} silent />} title={t('noTable')} />;
  }
  const choose = (next: { key?: string; draws?: string }) =>
    setSearch({ tab: 'statistics', key: lottery.key, draws: String(draws), ...next }, { replace: true });
  return (
    <div className={styles.part}>
      <p className={styles.soft}>{t('intro')}</p>
      <Segments
        label={t('table')}
        value={lottery.key}
        options={data.items.map(({ key, name }) => ({ value: key, label: name }))}
        onChange={(key) => choose({ key })}
      />
      <div className={styles.newest}>
        <span>{t('newest')}</span>
        <Segments
          look="compact"
          label={t('newest')}
          value={String(draws)}
          options={COUNTS.map((count) => ({ value: String(count), label: format.number(count) }))}
          onChange={(count) => choose({ draws: count })}
        />
      </div>
      <Sample key={`${lottery.key} ${draws}`} lotteryKey={lottery.key} draws={draws} />
      <Returns lotteryKey={lottery.key} />
    </div>
  );
}
