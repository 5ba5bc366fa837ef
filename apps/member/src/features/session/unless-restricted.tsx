import type { ReactNode } from 'react';
import { Navigate } from 'react-router';
import { paths } from '../../paths.ts';
import { useSession } from './use-session.ts';

/** Leads a suspended, excluded or leaving member to the page that says what still works; all others pass. */
export function UnlessRestricted({ children }: { children: ReactNode }) {
  const { me } = useSession();
  return me?.restricted ? <Navigate to={paths.restricted()} replace /> : children;
}
