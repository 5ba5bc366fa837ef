import { useQueryClient } from '@tanstack/react-query';
import { useTranslations } from 'use-intl';
import { keys } from '../../api/shared/query-keys.ts';
import { RecordsPage } from '../../features/records/records-page.tsx';
import { SlipRecords } from '../../features/slips/record/slip-records.tsx';

/** `/GameRecord?status&from&to&id`: the member's bets; `id` opens one. */
export function GameRecord() {
  const t = useTranslations('titles');
  const client = useQueryClient();
  const refresh = () =>
    Promise.all(
      [keys.allSlips, keys.allComplaints].map((queryKey) =>
        client.refetchQueries({ queryKey, type: 'active' }, { throwOnError: true }),
      ),
    );
  return (
    <RecordsPage title={t('gameRecord')} kind="bets" onRefresh={refresh}>
      <SlipRecords />
    </RecordsPage>
  );
}
