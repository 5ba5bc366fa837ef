import type { QueryClient } from '@tanstack/react-query';
import { keys } from './query-keys.ts';

/**
 * Queries with the same answer for everyone, by the first part of their key. All others are dropped when the member
 * changes.
 */
const PUBLIC: ReadonlySet<unknown> = new Set([
  ...[keys.me[0], keys.sessionEnded[0], keys.leftAt[0]],
  ...[keys.house[0], keys.houseTables[0], keys.houseHolds[0], keys.houseFilms[0], keys.retention[0]],
  ...[keys.classes[0], keys.allLotteries[0], keys.anyLottery[0], 'draws', 'draw', 'check'],
  ...['book', 'liabilities', 'turnover', 'followed-book', 'agreement'],
  ...[keys.helpOrganisations[0], keys.paymentLogos[0], keys.banks[0], keys.videoClasses[0]],
  // Read through a private link, not by a member.
  'own-profile',
]);

function isOfMember(key: unknown): boolean {
  return !PUBLIC.has(key);
}

/** Drops a member's cached answers, so that the next member never sees them. */
export function forgetMember(client: QueryClient): void {
  client.removeQueries({ predicate: ({ queryKey }) => isOfMember(queryKey[0]) });
}
