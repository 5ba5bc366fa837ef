import { useQueryClient } from '@tanstack/react-query';
import Settings from 'lucide-react/icons/settings';
import { useTranslations } from 'use-intl';
import { keys } from '../../api/shared/query-keys.ts';
import type { Me } from '../../api/shared/types.ts';
import { LookRows } from '../../features/appearance/look-rows.tsx';
import { PlayNote } from '../../features/house/play-note.tsx';
import { ReviewLine } from '../../features/limits/review-line.tsx';
import { Failed } from '../../features/problems/failed.tsx';
import { useSession } from '../../features/session/use-session.ts';
import { paths } from '../../paths.ts';
import { IconLink } from '../../ui/button/button.tsx';
import { Rows } from '../../ui/row/row.tsx';
import { Screen } from '../../ui/screen/screen.tsx';
import { Skeleton } from '../../ui/skeleton/skeleton.tsx';
import { AgreementNotice } from './agreement-notice.tsx';
import { Balance } from './balance.tsx';
import { AccountEntries, HelpEntries, MoneyEntries, PlayEntries } from './entries.tsx';
import { InstallCard } from './install-card.tsx';
import styles from './mine.module.css';
import { NowCards } from './now-cards.tsx';
import { VisitorHead } from './visitor-head.tsx';

/** `/Mine`: balance, pending items and grouped links. */
export function Mine() {
  const t = useTranslations();
  const client = useQueryClient();
  const session = useSession();
  const refresh = () =>
    Promise.all(
      [keys.me, keys.openBets, keys.allWithdrawals].map((queryKey) =>
        client.refetchQueries({ queryKey }, { throwOnError: true }),
      ),
    );
  return (
    <Screen
      tabs
      title={t('titles.mine')}
      action={
        session.status === 'member' ? (
          <IconLink to={paths.setting()} label={t('titles.setting')}>
            <Settings size={22} strokeWidth={1.75} aria-hidden="true" />
          </IconLink>
        ) : undefined
      }
      onRefresh={refresh}
    >
      <div className={styles.page}>
        {session.status === 'member' ? (
          <OfMember me={session.me} />
        ) : session.status === 'visitor' ? (
          <OfVisitor />
        ) : (
          <>
            <div className={styles.column}>
              {session.error === null ? (
                <Skeleton blocks={[192, 160, 160]} />
              ) : (
                <Failed error={session.error} onRetry={session.retry} />
              )}
            </div>
            <div className={styles.column}>
              <HelpEntries me={null} />
              <PlayNote />
            </div>
          </>
        )}
      </div>
    </Screen>
  );
}

function OfMember({ me }: { me: Me }) {
  return (
    <>
      <div className={styles.column}>
        <Balance me={me} />
        <AgreementNotice me={me} />
        <NowCards me={me} />
        <ReviewLine />
        <InstallCard />
        <MoneyEntries />
        <PlayEntries me={me} />
      </div>
      <div className={styles.column}>
        <AccountEntries me={me} />
        <HelpEntries me={me} />
        <PlayNote />
      </div>
    </>
  );
}

function OfVisitor() {
  return (
    <>
      <div className={styles.column}>
        <VisitorHead />
        {/* Visitors have no account settings, but can change language and theme. */}
        <Rows>
          <LookRows type="mine" />
        </Rows>
      </div>
      <div className={styles.column}>
        <HelpEntries me={null} />
        <PlayNote />
      </div>
    </>
  );
}
