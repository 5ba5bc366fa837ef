import { useInfiniteQuery } from '@tanstack/react-query';
import { useSearchParams } from 'react-router';
import { useTranslations } from 'use-intl';
import { slipsQuery } from '../../api/slips.ts';
import type { SlipState } from '../../api/types.ts';
import { PlayNote } from '../../features/house/play-note.tsx';
import { EndlessQuery } from '../../features/lists/endless-query.tsx';
import { KeptReceipts } from '../../features/receipts/kept-receipts.tsx';
import { useSession } from '../../features/session/use-session.ts';
import { paths } from '../../paths.ts';
import { ButtonLink } from '../../ui/button/button.tsx';
import { Mark } from '../../ui/mark/mark.tsx';
import { Notice } from '../../ui/notice/notice.tsx';
import { Screen } from '../../ui/screen/screen.tsx';
import { Segments } from '../../ui/segments/segments.tsx';
import styles from './game-record.module.css';
import { SlipRow } from './slip-row.tsx';
import { SlipSheet } from './slip-sheet.tsx';

const FILTERS = ['all', 'pending', 'won', 'lost', 'void', 'returned'] as const;
type Filter = (typeof FILTERS)[number];

/** `/GameRecord?status&id`: one's own bets; `id` opens one. */
export function GameRecord() {
  const t = useTranslations();
  const [search, setSearch] = useSearchParams();
  const filter = FILTERS.find((item) => item === search.get('status')) ?? 'all';
  const status: SlipState | null = filter === 'all' ? null : filter;
  const list = useInfiniteQuery(slipsQuery(status));
  const opened = search.get('id');
  const { me } = useSession();

  function show(next: { status?: Filter; id?: string | null }): void {
    const to = new URLSearchParams();
    const shown = next.status ?? filter;
    const id = next.id === undefined ? opened : next.id;
    if (shown !== 'all') to.set('status', shown);
    if (id !== null) to.set('id', id);
    setSearch(to, { replace: true });
  }

  return (
    <Screen title={t('titles.gameRecord')} back={paths.mine()} onRefresh={() => list.refetch({ throwOnError: true })}>
      <div className={styles.page}>
        <Segments
          label={t('slips.filter')}
          value={filter}
          options={FILTERS.map((value) => ({
            value,
            label: value === 'all' ? t('slips.all') : t(`slips.state.${value}`),
          }))}
          onChange={(value) => show({ status: value })}
        />
        <EndlessQuery
          query={list}
          blocks={[92, 92, 92, 92]}
          empty={
            <Notice
              sign={<Mark state="open" size={48} silent />}
              title={t(status === null ? 'slips.none' : 'slips.noneOfKind')}
              actions={status === null ? <ButtonLink to={paths.game()}>{t('slips.toGames')}</ButtonLink> : undefined}
            >
              <p>{t('slips.noneText')}</p>
            </Notice>
          }
        >
          {(slips) => (
            <ul className={styles.list}>
              {slips.map((slip) => (
                <SlipRow key={slip.id} slip={slip} onOpen={() => show({ id: slip.id })} />
              ))}
            </ul>
          )}
        </EndlessQuery>
        {me === null ? null : <KeptReceipts me={me} />}
        <PlayNote />
      </div>
      <SlipSheet slipId={opened} onClose={() => show({ id: null })} />
    </Screen>
  );
}
