import type { ReactNode } from 'react';
import { Navigate } from 'react-router';
import { paths } from '../../paths.ts';
import { useSession } from './use-session.ts';

/** Redirects a suspended, excluded or leaving member to the page that lists what still works. */
export function UnlessRestricted({ children }: { children: ReactNode }) {
  const { me } = useSession();
  return me?.restricted ? <Navigate to={paths.restricted()} replace /> : children;
}
