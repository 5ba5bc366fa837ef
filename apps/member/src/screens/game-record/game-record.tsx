import { useQueryClient } from '@tanstack/react-query';
import { useTranslations } from 'use-intl';
import { keys } from '../../api/shared/query-keys.ts';
import { Questions } from '../../features/complaints/questions.tsx';
import { PlayNote } from '../../features/house/play-note.tsx';
import styles from '../../features/lists/record-page.module.css';
import { SavedReceipts } from '../../features/receipts/saved-receipts.tsx';
import { useSession } from '../../features/session/use-session.ts';
import { SlipList } from '../../features/slips/record/slip-list.tsx';
import { paths } from '../../paths.ts';
import { Screen } from '../../ui/screen/screen.tsx';

/** `/GameRecord?status&id`: the member's bets; `id` opens one. */
export function GameRecord() {
  const t = useTranslations();
  const client = useQueryClient();
  const { me } = useSession();
  const refresh = () =>
    Promise.all(
      [keys.allSlips, keys.allComplaints].map((queryKey) =>
        client.refetchQueries({ queryKey, type: 'active' }, { throwOnError: true }),
      ),
    );
  return (
    <Screen title={t('titles.gameRecord')} back={paths.mine()} onRefresh={refresh}>
      <div className={styles.page}>
        <Questions />
        <SlipList />
        {me === null ? null : <SavedReceipts me={me} />}
        <PlayNote />
      </div>
    </Screen>
  );
}
