import { useQuery } from '@tanstack/react-query';
import { useTranslations } from 'use-intl';
import { privacyQuery } from '../../api/house/privacy.ts';
import { Failed } from '../../features/problems/failed.tsx';
import { paths } from '../../paths.ts';
import { Screen } from '../../ui/screen/screen.tsx';
import { Skeleton } from '../../ui/skeleton/skeleton.tsx';
import { CalledHosts } from './called-hosts.tsx';
import styles from './privacy.module.css';
import { StoredList } from './stored-list.tsx';

/** `/Privacy`: what the app stores on this device, and which servers it calls. Public. */
export function PrivacyScreen() {
  const t = useTranslations('privacyPage');
  const { data, error, refetch } = useQuery(privacyQuery());
  return (
    <Screen title={t('title')} back={paths.home()} onRefresh={() => refetch({ throwOnError: true })}>
      <div className={styles.page}>
        <StoredList />
        {data !== undefined ? (
          <CalledHosts hosts={data.hosts} />
        ) : error === null ? (
          <Skeleton blocks={[120]} />
        ) : (
          <Failed error={error} onRetry={() => void refetch()} />
        )}
      </div>
    </Screen>
  );
}
