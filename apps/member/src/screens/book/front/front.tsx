import { useInfiniteQuery, useQuery } from '@tanstack/react-query';
import ChartColumn from 'lucide-react/icons/chart-column';
import List from 'lucide-react/icons/list';
import Scale from 'lucide-react/icons/scale';
import { Suspense } from 'react';
import { useFormatter, useTranslations } from 'use-intl';
import { houseQuery } from '../../../api/house/house.ts';
import { bookQuery } from '../../../api/lottery/book.ts';
import { paths } from '../../../paths.ts';
import { preloadable } from '../../../ui/preloadable.tsx';
import { RowLink, Rows } from '../../../ui/row/row.tsx';
import { Skeleton } from '../../../ui/skeleton/skeleton.tsx';
import styles from './front.module.css';

/** Its proofs are large, and the first paint does not need them. */
const FollowCard = preloadable(async () => (await import('./follow-card.tsx')).FollowCard);

const ICON = { size: 20, strokeWidth: 1.75, 'aria-hidden': true } as const;

/** Summary of the book: consistency, length, and links. */
export function Front() {
  const t = useTranslations('book');
  const format = useFormatter();
  const house = useQuery(houseQuery()).data;
  const total = useInfiniteQuery(bookQuery(null)).data?.pages[0]?.total;
  return (
    <div className={styles.part}>
      <p className={styles.intro}>{t('intro')}</p>
      <Suspense fallback={<Skeleton blocks={[232]} />}>
        <FollowCard />
      </Suspense>
      <Rows>
        <RowLink
          to={paths.book({ tab: 'entries' })}
          icon={<List {...ICON} />}
          label={t('front.entries')}
          note={total === undefined ? undefined : format.number(total)}
        />
        <RowLink to={paths.book({ tab: 'debts' })} icon={<Scale {...ICON} />} label={t('front.debts')} />
        <RowLink
          to={paths.book({ tab: 'statistics' })}
          icon={<ChartColumn {...ICON} />}
          label={t('front.statistics')}
        />
      </Rows>
      {house === undefined ? null : <VoidRate {...house.voidRate} />}
    </div>
  );
}

function VoidRate({ days, draws, voids }: { days: number; draws: number; voids: number }) {
  const t = useTranslations('book');
  const format = useFormatter();
  const share = format.number(draws === 0 ? 0 : voids / draws, {
    style: 'percent',
    minimumFractionDigits: 2,
    maximumFractionDigits: 3,
  });
  return (
    <p className={styles.rate}>
      <strong>{share}</strong> {t('voidRate', { days, voids, draws })}
    </p>
  );
}
