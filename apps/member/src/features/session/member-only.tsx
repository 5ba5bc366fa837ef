import { useQueryClient } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { Navigate, useLocation } from 'react-router';
import { keys } from '../../api/query-keys.ts';
import { paths } from '../../paths.ts';
import { Skeleton } from '../../ui/skeleton/skeleton.tsx';
import { Failed } from '../problems/failed.tsx';
import styles from './member-only.module.css';
import { useSession } from './use-session.ts';

/** Lets members through; a visitor goes to sign in and comes back to where he was. Who signs out here goes to Mine. */
export function MemberOnly({ children }: { children: ReactNode }) {
  const session = useSession();
  const client = useQueryClient();
  const { pathname, search, key } = useLocation();
  if (session.status === 'member') return children;
  if (session.status === 'visitor') {
    const hasLeft = client.getQueryData(keys.leftAt) === key;
    return <Navigate to={hasLeft ? paths.mine() : paths.login(pathname + search)} replace />;
  }
  return (
    <div className={styles.waiting}>
      {session.error === null ? (
        <Skeleton blocks={[52, 180, 320]} />
      ) : (
        <Failed error={session.error} onRetry={session.retry} />
      )}
    </div>
  );
}
