import Link from '@mui/material/Link';
import type { ReactNode } from 'react';
import { Link as RouterLink } from 'react-router';

/** Link from a figure to its rows. `about` is the accessible name. */
export function RowsLink({ to, about, children }: { to: string; about?: string; children: ReactNode }) {
  return (
    <Link component={RouterLink} to={to} underline="hover" {...(about ? { 'aria-label': about } : {})}>
      {children}
    </Link>
  );
}
