import { useQueryClient } from '@tanstack/react-query';
import { useTranslations } from 'use-intl';
import { PlayNote } from '../../features/house/play-note.tsx';
import { useSession } from '../../features/session/use-session.ts';
import { paths } from '../../paths.ts';
import { ButtonLink } from '../../ui/button/button.tsx';
import { Screen } from '../../ui/screen/screen.tsx';
import { AccountClosure } from './account-closure.tsx';
import { CloseAccount } from './close-account.tsx';
import { Consents } from './consents.tsx';
import { DataSummary } from './data-summary.tsx';
import { Files } from './files.tsx';
import styles from './my-data.module.css';
import { PlaySection } from './play-section.tsx';
import { RetentionTable } from './retention-table.tsx';

/** `/MyData`: stored data with downloads, retention periods, and closing the account. */
export function MyData() {
  const t = useTranslations();
  const client = useQueryClient();
  const { me } = useSession();
  const refresh = () => client.refetchQueries({ type: 'active' }, { throwOnError: true });
  return (
    <Screen title={t('titles.myData')} back={paths.infomation()} onRefresh={refresh}>
      <div className={styles.page}>
        {me?.closing ? <AccountClosure me={me} /> : null}
        <PlaySection />
        <DataSummary />
        <Files />
        <Consents />
        <RetentionTable />
        <ButtonLink look="quiet" wide to={paths.complaints({ data: true })}>
          {t('complaints.data.title')}
        </ButtonLink>
        <ButtonLink look="quiet" wide to={paths.privacy()}>
          {t('privacyPage.title')}
        </ButtonLink>
        {me === null || me.closing ? null : <CloseAccount me={me} />}
        <PlayNote />
      </div>
    </Screen>
  );
}
