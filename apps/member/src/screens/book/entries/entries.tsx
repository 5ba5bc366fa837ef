import { useInfiniteQuery } from '@tanstack/react-query';
import { useSearchParams } from 'react-router';
import { useFormatter, useTranslations } from 'use-intl';
import { bookQuery } from '../../../api/lottery/book.ts';
import { EndlessQuery } from '../../../features/lists/endless-query.tsx';
import { Mark } from '../../../ui/mark/mark.tsx';
import { Notice } from '../../../ui/notice/notice.tsx';
import { Segments } from '../../../ui/segments/segments.tsx';
import styles from './entries.module.css';
import { EntryRow } from './entry-row.tsx';

const TYPES = [
  'all',
  'draw',
  'seal',
  'void',
  'table',
  'switch',
  'stop',
  'liabilities',
  'rule',
  'notice-of-change',
  'audit-head',
] as const;

/** Entries of the book, newest first, filtered by kind. */
export function Entries() {
  const t = useTranslations('book');
  const format = useFormatter();
  const [search, setSearch] = useSearchParams();
  const chosen = TYPES.find((type) => type === search.get('type')) ?? 'all';
  const query = useInfiniteQuery(bookQuery(chosen === 'all' ? null : chosen));
  const total = query.data?.pages[0]?.total;
  return (
    <div className={styles.part}>
      <Segments
        label={t('filter')}
        value={chosen}
        options={TYPES.map((value) => ({ value, label: t(`types.${value}`) }))}
        onChange={(type) =>
          setSearch(type === 'all' ? { tab: 'entries' } : { tab: 'entries', type }, { replace: true })
        }
      />
      <p className={styles.about}>{t(`about.${chosen}`)}</p>
      {total === undefined ? null : <p className={styles.total}>{t('total', { total: format.number(total) })}</p>}
      <EndlessQuery
        query={query}
        blocks={[68, 68, 68, 68, 68]}
        empty={
          <Notice sign={<Mark state="open" size={48} silent />} title={t('none')}>
            <p>{t('noneText')}</p>
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
  );
}
