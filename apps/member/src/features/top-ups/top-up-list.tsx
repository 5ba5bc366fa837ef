import { useInfiniteQuery } from '@tanstack/react-query';
import ArrowDownLeft from 'lucide-react/icons/arrow-down-left';
import { useTranslations } from 'use-intl';
import { topUpsQuery } from '../../api/money/wallet.ts';
import type { TopUp } from '../../api/shared/types.ts';
import { paths } from '../../paths.ts';
import { ButtonLink } from '../../ui/button/button.tsx';
import { useTimes } from '../../ui/format/use-times.ts';
import { Link } from '../../ui/link/link.tsx';
import { Mark } from '../../ui/mark/mark.tsx';
import { Notice } from '../../ui/notice/notice.tsx';
import { Segments } from '../../ui/segments/segments.tsx';
import { Amount } from '../house/amount.tsx';
import { EndlessQuery } from '../lists/endless-query.tsx';
import listStyles from '../lists/list.module.css';
import styles from '../lists/record-row.module.css';
import { useListSearch } from '../lists/use-list-search.ts';
import { ClearFilter } from '../records/clear-filter.tsx';
import { isBounded, useDays } from '../records/use-filter.ts';
import { TopUpPill } from './top-up-pill.tsx';

const FILTERS = ['all', 'created', 'pending', 'review', 'credited', 'refunded', 'failed', 'expired'] as const;

/** The member's top-ups. The URL holds the filter `status`. Each links to its state. */
export function TopUpList() {
  const t = useTranslations();
  const { filter, show, clear } = useListSearch(FILTERS);
  const days = useDays();
  const isFiltered = filter !== 'all' || isBounded(days);
  const list = useInfiniteQuery(topUpsQuery(filter === 'all' ? null : filter, days));
  return (
    <>
      <Segments
        label={t('withdrawals.filter')}
        value={filter}
        options={FILTERS.map((value) => ({
          value,
          label: value === 'all' ? t('withdrawals.all') : t(`topUps.state.${value}`),
        }))}
        onChange={(next) => show({ filter: next })}
      />
      <EndlessQuery
        query={list}
        blocks={[72, 72, 72, 72]}
        empty={
          <Notice
            sign={<Mark state="open" size={48} silent />}
            title={t(isFiltered ? 'statement.noneOfKind' : 'account.topUpsNone')}
            actions={
              isFiltered ? (
                <ClearFilter onClear={clear} />
              ) : (
                <ButtonLink to={paths.recharge()}>{t('account.topUp')}</ButtonLink>
              )
            }
          >
            {isFiltered ? undefined : <p>{t('account.topUpsNoneText')}</p>}
          </Notice>
        }
      >
        {(topUps) => (
          <ul className={listStyles.list}>
            {topUps.map((topUp) => (
              <TopUpRow key={topUp.id} topUp={topUp} />
            ))}
          </ul>
        )}
      </EndlessQuery>
    </>
  );
}

function TopUpRow({ topUp }: { topUp: TopUp }) {
  const t = useTranslations('account');
  const times = useTimes();
  const came = topUp.state === 'credited';
  return (
    <li>
      <Link to={paths.recharge(topUp.id)} className={styles.row}>
        <span className={styles.icon}>
          <ArrowDownLeft size={22} strokeWidth={1.75} aria-hidden="true" className={styles.pointing} />
        </span>
        <span className={styles.words}>
          <span className={styles.head}>{t('topUpOne')}</span>
          <span className={styles.time}>{times.moment(topUp.createdAtMs)}</span>
        </span>
        <span className={styles.end}>
          <Amount
            minor={topUp.amountMinor}
            sign={came ? 'always' : 'auto'}
            unit={false}
            className={came ? styles.done : styles.amount}
          />
          <TopUpPill state={topUp.state} />
        </span>
      </Link>
    </li>
  );
}
