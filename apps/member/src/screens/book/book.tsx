import { useQueryClient } from '@tanstack/react-query';
import { Suspense } from 'react';
import { useSearchParams } from 'react-router';
import { useTranslations } from 'use-intl';
import { paths } from '../../paths.ts';
import { preloadable } from '../../ui/preloadable.tsx';
import { Screen } from '../../ui/screen/screen.tsx';
import { Segments } from '../../ui/segments/segments.tsx';
import { Skeleton } from '../../ui/skeleton/skeleton.tsx';
import styles from './book.module.css';
import { Front } from './front/front.tsx';

const Entries = preloadable(async () => (await import('./entries/entries.tsx')).Entries);
const Debts = preloadable(async () => (await import('./debts/debts.tsx')).Debts);
const Statistics = preloadable(async () => (await import('./statistics/statistics.tsx')).Statistics);

const TABS = ['front', 'entries', 'debts', 'statistics'] as const;
type Tab = (typeof TABS)[number];

/** `/Book?tab`: the public book: summary, entries, the house's debts, and statistics of draws. */
export function Book() {
  const t = useTranslations();
  const client = useQueryClient();
  const [search, setSearch] = useSearchParams();
  const requested = TABS.find((tab) => tab === search.get('tab'));
  const tab: Tab = requested ?? (search.has('type') ? 'entries' : 'front');
  const refresh = () => client.refetchQueries({ type: 'active' }, { throwOnError: true });
  return (
    <Screen title={t('titles.book')} back={paths.home()} onRefresh={refresh}>
      <div className={styles.page}>
        <Segments
          label={t('book.parts')}
          value={tab}
          options={TABS.map((value) => ({ value, label: t(`book.tabs.${value}`) }))}
          onChange={(next) => setSearch(next === 'front' ? {} : { tab: next }, { replace: true })}
        />
        <Suspense fallback={<Skeleton blocks={[232]} />}>
          {tab === 'front' ? <Front /> : null}
          {tab === 'entries' ? <Entries /> : null}
          {tab === 'debts' ? <Debts /> : null}
          {tab === 'statistics' ? <Statistics /> : null}
        </Suspense>
      </div>
    </Screen>
  );
}
