import { useQueryClient } from '@tanstack/react-query';
import { useNavigate, useSearchParams } from 'react-router';
import { keys } from '../../api/query-keys.ts';
import type { Me } from '../../api/types.ts';
import { safeReturn } from '../../paths.ts';
import { clearDrafts, rememberOwner } from './drafts.ts';

/** What follows a sign-in: the member is known, a stranger's drafts are gone, and the page asked for comes back. */
export function useEnter(): { to: string; enter(member: Me): void; goOn(): void } {
  const client = useQueryClient();
  const navigate = useNavigate();
  const [search] = useSearchParams();
  const to = safeReturn(search.get('to'));
  return {
    to,
    enter(member) {
      if (!rememberOwner(member.id)) clearDrafts();
      client.removeQueries({ predicate: ({ queryKey }) => isPersonal(queryKey[0]) });
      client.setQueryData(keys.me, member);
    },
    goOn: () => void navigate(to, { replace: true }),
  };
}

const PERSONAL = new Set<unknown>([
  ...[keys.allSlips[0], 'slip', 'slip-proof', 'open-slips'],
  ...[keys.statement[0], keys.allReports[0], keys.allWithdrawals[0], 'withdrawal'],
  ...[keys.messages[0], keys.acts[0]],
  ...[keys.wallet[0], keys.allTopUps[0], 'top-up', keys.person[0], keys.sessions[0]],
  ...[keys.invites[0], keys.allComplaints[0], keys.settledDraws[0]],
  ...[keys.limits[0], keys.play[0]],
  // What is open, and where he stopped, is said to each member for himself.
  ...[keys.allVideos[0], keys.featuredVideos[0], keys.anyVideo[0], keys.anyRelated[0], keys.anyWatching[0]],
  ...[keys.videoHistory[0], keys.videoChoices[0]],
]);

export function isPersonal(first: unknown): boolean {
  return PERSONAL.has(first);
}
