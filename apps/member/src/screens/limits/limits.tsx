import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useTranslations } from 'use-intl';
import { limitsQuery } from '../../api/account/limits.ts';
import { keys } from '../../api/shared/query-keys.ts';
import type { Limits, Me } from '../../api/shared/types.ts';
import { PlayNote } from '../../features/house/play-note.tsx';
import { HelpOrganisations } from '../../features/limits/help-organisations.tsx';
import { ReviewLine } from '../../features/limits/review-line.tsx';
import { Failed } from '../../features/problems/failed.tsx';
import { useSession } from '../../features/session/use-session.ts';
import { paths } from '../../paths.ts';
import { Screen } from '../../ui/screen/screen.tsx';
import { Skeleton } from '../../ui/skeleton/skeleton.tsx';
import { Breaks } from './breaks/breaks.tsx';
import { LimitGroups } from './limit-groups.tsx';
import styles from './limits.module.css';

/** Limits that members set for themselves, breaks, and help organisations. */
export function LimitsScreen() {
  const t = useTranslations();
  const client = useQueryClient();
  const { me } = useSession();
  const limits = useQuery(limitsQuery());
  const refresh = () =>
    Promise.all([keys.limits, keys.me].map((queryKey) => client.refetchQueries({ queryKey }, { throwOnError: true })));
  return (
    <Screen title={t('titles.limits')} back={paths.mine()} onRefresh={refresh}>
      <div className={styles.page}>
        {limits.data !== undefined && me !== null ? (
          <Ready me={me} limits={limits.data} />
        ) : limits.isError ? (
          <Failed error={limits.error} onRetry={() => void limits.refetch()} />
        ) : (
          <Skeleton blocks={[48, 190, 130, 190]} />
        )}
        <HelpOrganisations />
        <PlayNote />
      </div>
    </Screen>
  );
}

function Ready({ me, limits }: { me: Me; limits: Limits }) {
  const t = useTranslations('limits');
  return (
    <>
      {me.restricted ? (
        <p className={styles.lead}>{t('readOnly')}</p>
      ) : (
        <>
          <ReviewLine here />
          <p className={styles.lead}>{t('lead')}</p>
        </>
      )}
      <LimitGroups limits={limits.limits} readOnly={me.restricted} />
      <Breaks me={me} />
    </>
  );
}
