import Link from '@mui/material/Link';
import { Link as RouterLink } from 'react-router';
import { useMay } from '../session/store.ts';

/** Link to a member's page, for roles that may read it. Lies above the link that covers a row. */
export function MemberLink({ memberId, children }: { memberId: string; children: string }) {
  const may = useMay();
  if (!may('GET /api/console/members/{memberId}')) return children;
  return (
    <Link component={RouterLink} to={`/members/${memberId}/show`} sx={{ position: 'relative', zIndex: 1 }}>
      {children}
    </Link>
  );
}

/** First characters of an id, enough to tell members apart in a list. */
export function shortId(id: string): string {
  return `${id.slice(0, 8)}…${id.slice(-4)}`;
}
