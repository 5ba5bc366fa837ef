import { useQueryClient } from '@tanstack/react-query';
import { useSearchParams } from 'react-router';
import { useTranslations } from 'use-intl';
import { PlayNote } from '../../features/house/play-note.tsx';
import styles from '../../features/lists/record-page.module.css';
import { SlipList } from '../../features/slips/record/slip-list.tsx';
import { TopUpList } from '../../features/top-ups/top-up-list.tsx';
import { WithdrawalList } from '../../features/withdrawals/withdrawal-list.tsx';
import { paths } from '../../paths.ts';
import { Screen } from '../../ui/screen/screen.tsx';
import { Segments } from '../../ui/segments/segments.tsx';
import { StatementPart } from './statement/statement-part.tsx';

const TABS = ['statement', 'top-ups', 'withdrawals', 'bets'] as const;

/** `/Account?tab`: the full statement, and separate lists of top-ups, withdrawals and bets. */
export function Account() {
  const t = useTranslations();
  const client = useQueryClient();
  const [search, setSearch] = useSearchParams();
  const tab = TABS.find((one) => one === search.get('tab')) ?? 'statement';
  const refresh = () => client.refetchQueries({ type: 'active' }, { throwOnError: true });
  return (
    <Screen title={t('titles.account')} back={paths.mine()} onRefresh={refresh}>
      <div className={styles.page}>
        <Segments
          label={t('account.parts')}
          value={tab}
          options={TABS.map((value) => ({ value, label: t(`account.tabs.${value}`) }))}
          onChange={(next) => setSearch(next === 'statement' ? {} : { tab: next }, { replace: true })}
        />
        {tab === 'statement' ? <StatementPart /> : null}
        {tab === 'top-ups' ? <TopUpList /> : null}
        {tab === 'withdrawals' ? <WithdrawalList /> : null}
        {tab === 'bets' ? <SlipList /> : null}
        <PlayNote />
      </div>
    </Screen>
  );
}
