import { useQueryClient } from '@tanstack/react-query';
import { useTranslations } from 'use-intl';
import { keys } from '../../api/shared/query-keys.ts';
import { PlayNote } from '../../features/house/play-note.tsx';
import styles from '../../features/lists/record-page.module.css';
import { WithdrawalList } from '../../features/withdrawals/withdrawal-list.tsx';
import { paths } from '../../paths.ts';
import { Screen } from '../../ui/screen/screen.tsx';

/** `/WithdrawRecord?status&id`: the member's withdrawals; `id` opens one. */
export function WithdrawRecord() {
  const t = useTranslations();
  const client = useQueryClient();
  const refresh = () =>
    client.refetchQueries({ queryKey: keys.allWithdrawals, type: 'active' }, { throwOnError: true });
  return (
    <Screen title={t('titles.withdrawRecord')} back={paths.mine()} onRefresh={refresh}>
      <div className={styles.page}>
        <WithdrawalList />
        <PlayNote />
      </div>
    </Screen>
  );
}
