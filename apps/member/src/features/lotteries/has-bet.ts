import { queryOptions } from '@tanstack/react-query';
import { countSlips } from '../../api/lottery/slips.ts';
import { keys } from '../../api/shared/query-keys.ts';
import { readDraft, writeDraft } from '../session/drafts.ts';

const NAME = 'has-bet';

/** Whether a member has ever placed a bet. Once it is known, this phone does not ask again. */
export function hasBetQuery(memberId: string) {
  return queryOptions({
    queryKey: keys.hasBet(memberId),
    queryFn: async ({ signal }) => {
      if (readDraft(memberId, NAME, 'phone') === true) return true;
      const hasBet = (await countSlips(signal)) > 0;
      if (hasBet) writeDraft(memberId, NAME, true, 'phone');
      return hasBet;
    },
  });
}
