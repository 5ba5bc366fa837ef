import Link from '@mui/material/Link';
import type { ReactNode } from 'react';
import { Link as RouterLink } from 'react-router';

/** A figure in a table, which leads to its rows. `about` says whose figure it is, for who hears the link alone. */
export function RowsLink({ to, about, children }: { to: string; about?: string; children: ReactNode }) {
  return (
    <Link component={RouterLink} to={to} underline="hover" {...(about ? { 'aria-label': about } : {})}>
      {children}
    </Link>
  );
}
