import { useQuery } from '@tanstack/react-query';
import { useTranslations } from 'use-intl';
import { houseTablesQuery } from '../../../api/house/house.ts';
import { Failed } from '../../../features/problems/failed.tsx';
import { paths } from '../../../paths.ts';
import { Mark } from '../../../ui/mark/mark.tsx';
import { Notice } from '../../../ui/notice/notice.tsx';
import { Section } from '../../../ui/section/section.tsx';
import { Skeleton } from '../../../ui/skeleton/skeleton.tsx';
import { LotteryOdds } from './lottery-odds.tsx';
import styles from './odds.module.css';

/** Odds of all lotteries, with their history. */
export function Odds() {
  const t = useTranslations('house.odds');
  const { data, error, refetch } = useQuery(houseTablesQuery());
  return (
    <Section title={t('title')} more={{ to: paths.book({ tab: 'entries', type: 'table' }), label: t('inBook') }}>
      <p className={styles.soft}>{t('text')}</p>
      {data === undefined ? (
        error === null ? (
          <Skeleton blocks={[62, 62, 62]} />
        ) : (
          <Failed error={error} onRetry={() => void refetch()} />
        )
      ) : data.length === 0 ? (
        <Notice sign={<Mark state="open" size={48} silent />} title={t('none')}>
          <p>{t('noneText')}</p>
        </Notice>
      ) : (
        <div className={styles.lotteries}>
          {data.map((lottery) => (
            <LotteryOdds key={lottery.key} lottery={lottery} />
          ))}
        </div>
      )}
    </Section>
  );
}
