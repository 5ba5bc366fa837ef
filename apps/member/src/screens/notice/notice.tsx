import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useSearchParams } from 'react-router';
import { useTranslations } from 'use-intl';
import { houseQuery } from '../../api/house/house.ts';
import styles from '../../features/lists/record-page.module.css';
import { useNoticesSeen } from '../../features/notices/seen-notices.ts';
import { useSession } from '../../features/session/use-session.ts';
import { useNewResults } from '../../features/slips/use-new-results.ts';
import { paths } from '../../paths.ts';
import { Screen } from '../../ui/screen/screen.tsx';
import { Segments } from '../../ui/segments/segments.tsx';
import { HouseNotices } from './house-notices.tsx';
import { Messages } from './messages.tsx';
import { MyResults } from './my-results.tsx';
import { StaffActs } from './staff-acts.tsx';

const TABS = ['messages', 'bets', 'house', 'staff'] as const;

/** `/Notice?tab`: messages about money and account, results of bets, notices of the house, and staff actions. */
export function NoticeScreen() {
  const t = useTranslations();
  const client = useQueryClient();
  const [search, setSearch] = useSearchParams();
  const tab = TABS.find((one) => one === search.get('tab')) ?? 'messages';
  const isNew = useNewTabs();
  const refresh = () => client.refetchQueries({ type: 'active' }, { throwOnError: true });
  return (
    <Screen title={t('titles.notice')} back={paths.mine()} onRefresh={refresh}>
      <div className={styles.page}>
        <Segments
          label={t('messages.parts')}
          value={tab}
          options={TABS.map((value) => ({
            value,
            mark: isNew[value] ? t('messages.new') : undefined,
            label: value === 'bets' ? t('titles.gameRecord') : t(`messages.tabs.${value}`),
          }))}
          onChange={(next) => setSearch(next === 'messages' ? {} : { tab: next }, { replace: true })}
        />
        {tab === 'messages' ? <Messages /> : null}
        {tab === 'bets' ? <MyResults /> : null}
        {tab === 'house' ? <HouseNotices /> : null}
        {tab === 'staff' ? <StaffActs /> : null}
      </div>
    </Screen>
  );
}

/** Which tabs hold something that the member has not seen. */
function useNewTabs(): Record<(typeof TABS)[number], boolean> {
  const { me } = useSession();
  const ticker = useQuery(houseQuery()).data?.ticker ?? [];
  const noticesSeenMs = useNoticesSeen();
  return {
    messages: (me?.unreadMessages ?? 0) > 0,
    bets: useNewResults(me?.id ?? 'visitor'),
    house: ticker.some(({ atMs }) => atMs > noticesSeenMs),
    staff: false,
  };
}
