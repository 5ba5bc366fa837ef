import Chip from '@mui/material/Chip';
import { useText } from '../language/use-text.ts';
import { useListContext } from '../list/list-context.ts';
import { shortId } from './member-link.tsx';

/** Chip for a list filtered to one member; its button removes the filter. */
export function MemberFilter() {
  const t = useText();
  const { filterValues, setFilters, data } = useListContext<{ key: string; memberId?: string; userName?: string }>();
  const memberId: unknown = filterValues.memberId;
  if (typeof memberId !== 'string') return null;
  const { memberId: _, ...others } = filterValues;
  // The rows name their member. An empty list has no row to ask.
  const name = data?.find((row) => row.memberId === memberId)?.userName;
  const shown = name ? name : shortId(memberId);
  return <Chip label={t('members.only', { name: shown })} onDelete={() => setFilters(others)} />;
}

/** URL of a list filtered to one member, in all states. */
export function listOfMember(list: 'withdrawals' | 'complaints' | 'purchases' | 'desk', memberId: string): string {
  return `/${list}?${new URLSearchParams({ filter: JSON.stringify({ memberId, state: 'all' }) })}`;
}
