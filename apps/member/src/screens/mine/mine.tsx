import { useQueryClient } from '@tanstack/react-query';
import { useTranslations } from 'use-intl';
import { keys } from '../../api/shared/query-keys.ts';
import { PlayNote } from '../../features/house/play-note.tsx';
import { ReviewLine } from '../../features/limits/review-line.tsx';
import { Failed } from '../../features/problems/failed.tsx';
import { useSession } from '../../features/session/use-session.ts';
import { Screen } from '../../ui/screen/screen.tsx';
import { Skeleton } from '../../ui/skeleton/skeleton.tsx';
import { AgreementNotice } from './agreement-notice.tsx';
import { Balance } from './balance.tsx';
import { Entries } from './entries.tsx';
import { MemberHead } from './member-head.tsx';
import styles from './mine.module.css';
import { VisitorHead } from './visitor-head.tsx';

export function Mine() {
  const t = useTranslations();
  const client = useQueryClient();
  const session = useSession();
  const refresh = () => client.refetchQueries({ queryKey: keys.me }, { throwOnError: true });
  return (
    <Screen tabs title={t('titles.mine')} onRefresh={refresh}>
      <div className={styles.page}>
        <div className={styles.column}>
          {session.status === 'unknown' ? (
            session.error === null ? (
              <Skeleton blocks={[64, 132]} />
            ) : (
              <Failed error={session.error} onRetry={session.retry} />
            )
          ) : session.status === 'visitor' ? (
            <VisitorHead />
          ) : (
            <>
              <MemberHead me={session.me} />
              <AgreementNotice me={session.me} />
              <Balance me={session.me} />
              <ReviewLine />
            </>
          )}
        </div>
        <div className={styles.column}>
          <Entries me={session.me} />
          <PlayNote />
        </div>
      </div>
    </Screen>
  );
}
