import { type QueryClient, useQuery } from '@tanstack/react-query';
import { lotteriesQuery } from '../../api/lottery/lotteries.ts';
import type { Lottery } from '../../api/shared/types.ts';
import { preloadable } from '../../ui/preloadable.tsx';
import { withWords } from '../language/active-language.ts';
import { useSession } from '../session/use-session.ts';
import { suggestedOf } from './suggested.ts';

export const SuggestedTable = preloadable(() =>
  withWords(['welcome'], async () => (await import('./suggested-table.tsx')).SuggestedTable),
);

/**
 * The table to suggest to a member before their first bet; undefined while it loads, null after the first bet, during a
 * break, for visitors, and if no table suits. `openBets`: number of the member's open bets.
 */
export function useFirstTable(openBets: number): Lottery | null | undefined {
  const { me } = useSession();
  const isNew = me !== null && !me.hasBet && !me.restricted && !me.closing && me.exclusion === null && openBets === 0;
  const { data, isError } = useQuery({ ...lotteriesQuery(), enabled: isNew });
  if (!isNew || isError) return null;
  return data && suggestedOf(data.items, BigInt(me.availableMinor));
}

/** Loads the suggestion of a new member before Home opens. */
export function prefetchFirstTable(client: QueryClient): void {
  void client.prefetchQuery(lotteriesQuery());
  // If it fails, Home loads it again.
  SuggestedTable.ahead().catch(() => undefined);
}
