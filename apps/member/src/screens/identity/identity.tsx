import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useTranslations } from 'use-intl';
import { identityQuery } from '../../api/account/identity.ts';
import { keys } from '../../api/shared/query-keys.ts';
import { Failed } from '../../features/problems/failed.tsx';
import { paths } from '../../paths.ts';
import { Screen } from '../../ui/screen/screen.tsx';
import { Skeleton } from '../../ui/skeleton/skeleton.tsx';
import { IdentityView } from './identity-view.tsx';

/** Identity check, if the house requires one. The provider redirects back to this page. */
export function IdentityScreen() {
  const t = useTranslations();
  const client = useQueryClient();
  const identity = useQuery(identityQuery());
  return (
    <Screen
      title={t('titles.identity')}
      back={paths.infomation()}
      onRefresh={() => client.refetchQueries({ queryKey: keys.identity })}
    >
      {identity.data !== undefined ? (
        <IdentityView identity={identity.data} />
      ) : identity.isError ? (
        <Failed error={identity.error} onRetry={() => void identity.refetch()} />
      ) : (
        <Skeleton blocks={[180, 150, 48]} />
      )}
    </Screen>
  );
}
