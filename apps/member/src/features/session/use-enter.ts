import { useQueryClient } from '@tanstack/react-query';
import { useNavigate, useSearchParams } from 'react-router';
import { forgetMember } from '../../api/shared/forget-member.ts';
import { keys } from '../../api/shared/query-keys.ts';
import type { Me } from '../../api/shared/types.ts';
import { safeReturn } from '../../paths.ts';
import { notifyOtherTabs } from './page-member.ts';

/** After a sign-in: stores the member, drops cached answers of the previous one, and returns to the requested page. */
export function useEnter(): { to: string; enter(member: Me): void; goOn(): void } {
  const client = useQueryClient();
  const navigate = useNavigate();
  const [search] = useSearchParams();
  const to = safeReturn(search.get('to'));
  return {
    to,
    enter(member) {
      forgetMember(client);
      client.setQueryData(keys.me, member);
      notifyOtherTabs({ signedIn: member.id });
    },
    goOn: () => void navigate(to, { replace: true }),
  };
}
