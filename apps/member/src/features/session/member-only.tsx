import type { ReactNode } from 'react';
import { Navigate, useLocation } from 'react-router';
import { paths } from '../../paths.ts';
import { Skeleton } from '../../ui/skeleton/skeleton.tsx';
import { Failed } from '../problems/failed.tsx';
import styles from './member-only.module.css';
import { useSession } from './use-session.ts';

/** Lets members through; a visitor goes to sign in and comes back to where he was. */
export function MemberOnly({ children }: { children: ReactNode }) {
  const session = useSession();
  const { pathname, search } = useLocation();
  if (session.status === 'member') return children;
  if (session.status === 'visitor') return <Navigate to={paths.login(pathname + search)} replace />;
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
