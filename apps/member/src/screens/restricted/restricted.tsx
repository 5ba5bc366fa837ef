import { useQueryClient } from '@tanstack/react-query';
import { Navigate } from 'react-router';
import { useTranslations } from 'use-intl';
import { keys } from '../../api/shared/query-keys.ts';
import type { Me } from '../../api/shared/types.ts';
import { PlayNote } from '../../features/house/play-note.tsx';
import { HelpOrganisations } from '../../features/limits/help-organisations.tsx';
import { useSession } from '../../features/session/use-session.ts';
import { paths } from '../../paths.ts';
import { Screen } from '../../ui/screen/screen.tsx';
import { AllowedActs } from './allowed-acts.tsx';
import { Contact } from './contact.tsx';
import { Payout } from './payout.tsx';
import { Reasons } from './reasons.tsx';
import styles from './restricted.module.css';

/** Page of a suspended, excluded or closing account: the reason, its end, and the actions that remain. */
export function Restricted() {
  const t = useTranslations('titles');
  const client = useQueryClient();
  const { me } = useSession();
  if (me !== null && !me.restricted) return <Navigate to={paths.mine()} replace />;
  return (
    <Screen
      title={t('restricted')}
      onRefresh={() => client.refetchQueries({ queryKey: keys.me }, { throwOnError: true })}
    >
      {me === null ? null : <Restrictions me={me} />}
    </Screen>
  );
}

function Restrictions({ me }: { me: Me }) {
  return (
    <div className={styles.page}>
      <Reasons me={me} />
      <Payout me={me} />
      <AllowedActs me={me} />
      <Contact />
      {me.exclusion === null ? null : <HelpOrganisations />}
      <PlayNote />
    </div>
  );
}
