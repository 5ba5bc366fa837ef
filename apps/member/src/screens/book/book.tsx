import { useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { useSearchParams } from 'react-router';
import { useFormatter, useTranslations } from 'use-intl';
import { bookQuery } from '../../api/book.ts';
import { houseQuery } from '../../api/house.ts';
import { EndlessQuery } from '../../features/lists/endless-query.tsx';
import { paths } from '../../paths.ts';
import { Mark } from '../../ui/mark/mark.tsx';
import { Notice } from '../../ui/notice/notice.tsx';
import { Screen } from '../../ui/screen/screen.tsx';
import { Segments } from '../../ui/segments/segments.tsx';
import styles from './book.module.css';
import { EntryRow } from './entry-row.tsx';

const TYPES = ['all', 'draw', 'seal', 'void', 'table', 'switch'] as const;

/** `/Book?type`: what the house has put on record, newest first. */
export function Book() {
  const t = useTranslations();
  const format = useFormatter();
  const [search, setSearch] = useSearchParams();
  const chosen = TYPES.find((type) => type === search.get('type')) ?? 'all';
  const query = useInfiniteQuery(bookQuery(chosen === 'all' ? null : chosen));
  const house = useQuery(houseQuery()).data;
  const total = query.data?.pages[0]?.total;
  return (
    <Screen title={t('titles.book')} back={paths.home()} onRefresh={() => query.refetch({ throwOnError: true })}>
      <div className={styles.page}>
        <p className={styles.intro}>{t('book.intro')}</p>
        {house === undefined ? null : <VoidRate {...house.voidRate} />}
        <Segments
          label={t('book.filter')}
          value={chosen}
          options={TYPES.map((value) => ({ value, label: t(`book.types.${value}`) }))}
          onChange={(type) => setSearch(type === 'all' ? {} : { type }, { replace: true })}
        />
        {total === undefined ? null : (
          <p className={styles.total}>{t('book.total', { total: format.number(total) })}</p>
        )}
        <EndlessQuery
          query={query}
          blocks={[68, 68, 68, 68, 68]}
          empty={
            <Notice sign={<Mark state="open" size={48} silent />} title={t('book.none')}>
              <p>{t('book.noneText')}</p>
            </Notice>
          }
        >
          {(entries) => (
            <ul className={styles.list}>
              {entries.map((entry) => (
                <EntryRow key={entry.seq} entry={entry} />
              ))}
            </ul>
          )}
        </EndlessQuery>
      </div>
    </Screen>
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
