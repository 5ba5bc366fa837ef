import { useQueryClient } from '@tanstack/react-query';
import { useTranslations } from 'use-intl';
import { keys } from '../../api/shared/query-keys.ts';
import { RecordsPage } from '../../features/records/records-page.tsx';
import { WithdrawalList } from '../../features/withdrawals/withdrawal-list.tsx';

/** `/WithdrawRecord?status&from&to&id`: the member's withdrawals; `id` opens one. */
export function WithdrawRecord() {
  const t = useTranslations('titles');
  const client = useQueryClient();
  const refresh = () =>
    client.refetchQueries({ queryKey: keys.allWithdrawals, type: 'active' }, { throwOnError: true });
  return (
    <RecordsPage title={t('withdrawRecord')} kind="withdrawals" onRefresh={refresh}>
      <WithdrawalList />
    </RecordsPage>
  );
}
