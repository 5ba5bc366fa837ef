import { useInfiniteQuery } from '@tanstack/react-query';
import { useTranslations } from 'use-intl';
import { withdrawalsQuery } from '../../api/money/withdrawals.ts';
import { paths } from '../../paths.ts';
import { ButtonLink } from '../../ui/button/button.tsx';
import { Mark } from '../../ui/mark/mark.tsx';
import { Notice } from '../../ui/notice/notice.tsx';
import { Segments } from '../../ui/segments/segments.tsx';
import { EndlessQuery } from '../lists/endless-query.tsx';
import styles from '../lists/list.module.css';
import { useListSearch } from '../lists/use-list-search.ts';
import { ClearFilter } from '../records/clear-filter.tsx';
import { isBounded, useDays } from '../records/use-filter.ts';
import { WithdrawalRow } from './withdrawal-row.tsx';
import { WithdrawalSheet } from './withdrawal-sheet.tsx';

const FILTERS = ['all', 'in-review', 'approved', 'sent', 'paid', 'refused', 'failed', 'returned'] as const;

/** The member's withdrawals. The URL holds the filter `status` and the open withdrawal `id`. */
export function WithdrawalList() {
  const t = useTranslations('withdrawals');
  const { filter, opened, show, clear } = useListSearch(FILTERS);
  const days = useDays();
  const isFiltered = filter !== 'all' || isBounded(days);
  const list = useInfiniteQuery(withdrawalsQuery(filter === 'all' ? null : filter, days));
  return (
    <>
      <Segments
        label={t('filter')}
        value={filter}
        options={FILTERS.map((value) => ({
          value,
          label: value === 'all' ? t('all') : t(`states.${value}`),
        }))}
        onChange={(next) => show({ filter: next })}
      />
      <EndlessQuery
        query={list}
        blocks={[72, 72, 72, 72]}
        empty={
          <Notice
            sign={<Mark state="open" size={48} silent />}
            title={t(isFiltered ? 'noneOfKind' : 'none')}
            actions={
              isFiltered ? (
                <ClearFilter onClear={clear} />
              ) : (
                <ButtonLink to={paths.withdraw()}>{t('withdraw')}</ButtonLink>
              )
            }
          >
            {isFiltered ? undefined : <p>{t('noneText')}</p>}
          </Notice>
        }
      >
        {(withdrawals) => (
          <ul className={styles.list}>
            {withdrawals.map((withdrawal) => (
              <WithdrawalRow key={withdrawal.id} withdrawal={withdrawal} onOpen={() => show({ id: withdrawal.id })} />
            ))}
          </ul>
        )}
      </EndlessQuery>
      <WithdrawalSheet id={opened} onClose={() => show({ id: null })} />
    </>
  );
}
