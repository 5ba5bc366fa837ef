import { type QueryClient, useQuery } from '@tanstack/react-query';
import { lotteriesQuery } from '../../api/lottery/lotteries.ts';
import type { Lottery } from '../../api/shared/types.ts';
import { preloadable } from '../../ui/preloadable.tsx';
import { withWords } from '../language/active-language.ts';
import { useSession } from '../session/use-session.ts';
import { hasBetQuery } from './has-bet.ts';
import { suggestedOf } from './suggested.ts';

export const SuggestedTable = preloadable(() =>
  withWords(['welcome'], async () => (await import('./suggested-table.tsx')).SuggestedTable),
);

/**
 * The table to suggest to a member before their first bet; null after it, during a break, for visitors and while
 * loading. `openBets`: number of the member's open bets.
 */
export function useFirstTable(openBets: number): Lottery | null {
  const { me } = useSession();
  const mayBet = me !== null && !me.restricted && !me.closing && me.exclusion === null && openBets === 0;
  const isNew = useQuery({ ...hasBetQuery(me?.id ?? 'visitor'), enabled: mayBet }).data === false && mayBet;
  const tables = useQuery({ ...lotteriesQuery(), enabled: isNew }).data?.items;
  if (!isNew || tables === undefined) return null;
  return suggestedOf(tables, BigInt(me.availableMinor));
}

/** Loads the suggestion of a new member in advance, so that Home shows it without moving its other tables. */
export function prefetchFirstTable(client: QueryClient, memberId: string): void {
  void client.prefetchQuery(hasBetQuery(memberId));
  void client.prefetchQuery(lotteriesQuery());
  // If it fails, Home loads it again.
  SuggestedTable.ahead().catch(() => undefined);
}
