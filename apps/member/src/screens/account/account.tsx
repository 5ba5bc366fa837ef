import { useQueryClient } from '@tanstack/react-query';
import { useSearchParams } from 'react-router';
import { useTranslations } from 'use-intl';
import { RecordsPage } from '../../features/records/records-page.tsx';
import { RECORD_KINDS } from '../../features/records/use-filter.ts';
import { SlipRecords } from '../../features/slips/record/slip-records.tsx';
import { TopUpList } from '../../features/top-ups/top-up-list.tsx';
import { WithdrawalList } from '../../features/withdrawals/withdrawal-list.tsx';
import { StatementPart } from './statement/statement-part.tsx';

/** `/Account?tab&from&to&status`: all transactions, or the top-ups, withdrawals or bets. */
export function Account() {
  const t = useTranslations('titles');
  const client = useQueryClient();
  const [search] = useSearchParams();
  const kind = RECORD_KINDS.find((one) => one === search.get('tab')) ?? 'statement';
  const refresh = () => client.refetchQueries({ type: 'active' }, { throwOnError: true });
  return (
    <RecordsPage title={t('account')} kind={kind} onRefresh={refresh}>
      {kind === 'statement' ? <StatementPart /> : null}
      {kind === 'top-ups' ? <TopUpList /> : null}
      {kind === 'withdrawals' ? <WithdrawalList /> : null}
      {kind === 'bets' ? <SlipRecords /> : null}
    </RecordsPage>
  );
}
