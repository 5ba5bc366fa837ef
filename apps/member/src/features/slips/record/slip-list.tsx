import { useInfiniteQuery } from '@tanstack/react-query';
import { useTranslations } from 'use-intl';
import { slipsQuery } from '../../../api/lottery/slips.ts';
import { paths } from '../../../paths.ts';
import { ButtonLink } from '../../../ui/button/button.tsx';
import { Mark } from '../../../ui/mark/mark.tsx';
import { Notice } from '../../../ui/notice/notice.tsx';
import { Segments } from '../../../ui/segments/segments.tsx';
import { EndlessQuery } from '../../lists/endless-query.tsx';
import listStyles from '../../lists/list.module.css';
import { useListSearch } from '../../lists/use-list-search.ts';
import { ClearFilter } from '../../records/clear-filter.tsx';
import { isBounded, useDays } from '../../records/use-filter.ts';
import { SlipRow } from './slip-row.tsx';
import { SlipSheet } from './slip-sheet.tsx';

const FILTERS = ['all', 'pending', 'won', 'lost', 'void', 'returned'] as const;

/** The member's bets. The URL holds the filter `status` and the open slip `id`. */
export function SlipList() {
  const t = useTranslations();
  const { filter, opened, show, clear } = useListSearch(FILTERS);
  const days = useDays();
  const status = filter === 'all' ? null : filter;
  const isFiltered = status !== null || isBounded(days);
  const list = useInfiniteQuery(slipsQuery(status, days));
  return (
    <>
      <Segments
        label={t('slips.filter')}
        value={filter}
        options={FILTERS.map((value) => ({
          value,
          // The server's state `won` includes payouts below the stake. `returned` is the stake after a late draw.
          label: value === 'all' ? t('slips.all') : value === 'won' ? t('slips.withPayout') : t(`slips.state.${value}`),
        }))}
        onChange={(next) => show({ filter: next })}
      />
      <EndlessQuery
        query={list}
        blocks={[92, 92, 92, 92]}
        empty={
          <Notice
            sign={<Mark state="open" size={48} silent />}
            title={t(isFiltered ? 'slips.noneOfKind' : 'slips.none')}
            actions={
              isFiltered ? (
                <ClearFilter onClear={clear} />
              ) : (
                <ButtonLink to={paths.game()}>{t('slips.toGames')}</ButtonLink>
              )
            }
          >
            {isFiltered ? undefined : <p>{t('slips.noneText')}</p>}
          </Notice>
        }
      >
        {(slips) => (
          <ul className={listStyles.list}>
            {slips.map((slip) => (
              <SlipRow key={slip.id} slip={slip} onOpen={() => show({ id: slip.id })} />
            ))}
          </ul>
        )}
      </EndlessQuery>
      <SlipSheet slipId={opened} onClose={() => show({ id: null })} />
    </>
  );
}
