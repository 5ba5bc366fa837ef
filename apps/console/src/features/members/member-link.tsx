import Link from '@mui/material/Link';
import { Link as RouterLink } from 'react-router';
import { useMay } from '../session/store.ts';

/** To the page of a member, for the roles that may read it. In a row that is a link itself it lies above that. */
export function MemberLink({ memberId, children }: { memberId: string; children?: string }) {
  const may = useMay();
  const name = children ?? memberId;
  if (!may('GET /api/console/members/{memberId}')) return name;
  return (
    <Link component={RouterLink} to={`/members/${memberId}/show`} sx={{ position: 'relative', zIndex: 1 }}>
      {name}
    </Link>
  );
}

/** The beginning of an id, for rows: it says whether two are of the same member. */
export function shortId(id: string): string {
  return `${id.slice(0, 8)}…${id.slice(-4)}`;
}
