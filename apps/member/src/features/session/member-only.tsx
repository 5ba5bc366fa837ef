import { useQueryClient } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { Navigate, useLocation } from 'react-router';
import { useTranslations } from 'use-intl';
import { keys } from '../../api/shared/query-keys.ts';
import { paths, routeOf } from '../../paths.ts';
import { Screen } from '../../ui/screen/screen.tsx';
import { Skeleton } from '../../ui/skeleton/skeleton.tsx';
import { Failed } from '../problems/failed.tsx';
import styles from './member-only.module.css';
import { useSession } from './use-session.ts';

/** Shows its content to members. Sends visitors to sign in and back, or to Mine if they just signed out here. */
export function MemberOnly({ children }: { children: ReactNode }) {
  const session = useSession();
  const client = useQueryClient();
  const { pathname, search, key } = useLocation();
  if (session.status === 'member') return children;
  if (session.status === 'visitor') {
    const hasLeft = client.getQueryData(keys.leftAt) === key;
    return <Navigate to={hasLeft ? paths.mine() : paths.login(pathname + search)} replace />;
  }
  if (session.error !== null) return <Unknown pathname={pathname} error={session.error} onRetry={session.retry} />;
  return (
    <div className={styles.waiting}>
      <Skeleton blocks={[52, 180, 320]} />
    </div>
  );
}

interface UnknownProps {
  pathname: string;
  error: Error;
  onRetry(): void;
}

/** A screen with title and back button while it is unknown who is signed in. */
function Unknown({ pathname, error, onRetry }: UnknownProps) {
  const t = useTranslations();
  const title = `titles.${routeOf(pathname) ?? 'home'}` as Parameters<typeof t>[0];
  return (
    <Screen title={t.has(title) ? t(title) : t('app.name')} back={paths.home()} tabs>
      <Failed error={error} onRetry={onRetry} />
    </Screen>
  );
}
