import { useInfiniteQuery, useQuery, useQueryClient } from '@tanstack/react-query';
import { useSearchParams } from 'react-router';
import { useTranslations } from 'use-intl';
import { messagesQuery } from '../../api/account/messages.ts';
import { houseQuery } from '../../api/house/house.ts';
import styles from '../../features/lists/record-page.module.css';
import { useNoticesSeen } from '../../features/notices/seen-notices.ts';
import { useSession } from '../../features/session/use-session.ts';
import { useNewResults } from '../../features/slips/use-new-results.ts';
import { paths } from '../../paths.ts';
import { Screen } from '../../ui/screen/screen.tsx';
import { Segments } from '../../ui/segments/segments.tsx';
import { Inbox } from './inbox.tsx';
import { StaffActs } from './staff-acts.tsx';

const TABS = ['all', 'money', 'play', 'account', 'house', 'staff'] as const;
type Tab = (typeof TABS)[number];

/** `/Notice?tab`: one inbox of messages, results of bets and notices, by subject; and the actions of staff. */
export function NoticeScreen() {
  const t = useTranslations();
  const client = useQueryClient();
  const [search, setSearch] = useSearchParams();
  const tab = TABS.find((one) => one === search.get('tab')) ?? 'all';
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
            label: t(`messages.tabs.${value}`),
          }))}
          onChange={(next) => setSearch(next === 'all' ? {} : { tab: next }, { replace: true })}
        />
        {tab === 'staff' ? <StaffActs /> : <Inbox filter={tab} />}
      </div>
    </Screen>
  );
}

/** Which filters hold something that the member has not seen. The list of everything needs no mark. */
function useNewTabs(): Record<Tab, boolean> {
  const { me } = useSession();
  const ticker = useQuery(houseQuery()).data?.ticker ?? [];
  const noticesSeenMs = useNoticesSeen();
  const unreadBy = useInfiniteQuery(messagesQuery(null)).data?.pages[0]?.unreadBy;
  const hasResults = useNewResults(me?.id ?? 'visitor');
  const hasUnread = (filter: 'money' | 'play' | 'account' | 'house') => (unreadBy?.[filter] ?? 0) > 0;
  return {
    all: false,
    money: hasUnread('money'),
    play: hasUnread('play') || hasResults,
    account: hasUnread('account'),
    house: hasUnread('house') || ticker.some(({ atMs }) => atMs > noticesSeenMs),
    staff: false,
  };
}
