import { queryOptions, useQuery, useQueryClient } from '@tanstack/react-query';
import { pageMember } from '../../api/shared/page-member.ts';
import { Problem } from '../../api/shared/problem.ts';
import { readOwnPin } from '../pins/pin-store.ts';
import type { BalanceCheck } from './balance-check.ts';
import { browserStore } from './book-store.ts';
import { readHouseBook } from './house-book.ts';
import { runBook } from './run-book.ts';
import { confirmSum, forgetCheck, storedChecks } from './stored-balance-checks.ts';

const OWED_CHECKS = ['owed-checks'] as const;

/** The member's balance checks on this phone, newest first. */
export function owedChecksQuery(userName: string) {
  return queryOptions({
    queryKey: [...OWED_CHECKS, userName, 'kept'] as const,
    queryFn: () => storedChecks(browserStore, userName),
    staleTime: 0,
  });
}

/**
 * Checks the newest day now. Null if the house has no proof for this member. A stored breach of that day outranks a
 * later answer of the house.
 */
function owedCheckQuery(userName: string) {
  return queryOptions({
    queryKey: [...OWED_CHECKS, userName, 'now'] as const,
    queryFn: async ({ signal, client }): Promise<BalanceCheck | null> => {
      const member = pageMember();
      if (member?.userName !== userName) throw new Problem('signed-out', 401);
      const pin = await readOwnPin();
      const pinned = pin && { origin: pin.origin, witnesses: pin.witnesses.map(({ vkey }) => vkey) };
      const requested = { named: await readHouseBook(client), member: { id: member.id, userName }, pinned };
      const check = await runBook('owed', requested, { signal });
      const stored = await storedChecks(browserStore, userName);
      client.setQueryData(owedChecksQuery(userName).queryKey, stored);
      return stored.find(({ date, verdict }) => date === check?.date && verdict === 'breach') ?? check;
    },
    staleTime: 5 * 60_000,
    retry: false,
    refetchOnWindowFocus: false,
  });
}

export function useBalanceCheck(userName: string, enabled = true) {
  return useQuery({ ...owedCheckQuery(userName), enabled });
}

/** Deletes a check that the member has seen, such as a breach that they saved. */
export function useForgetCheck(userName: string): (date: string | null) => Promise<void> {
  const client = useQueryClient();
  return async (date) => {
    await forgetCheck(browserStore, userName, date);
    await client.refetchQueries({ queryKey: [...OWED_CHECKS, userName] });
  };
}

/** Stores the member's confirmation of a check's sum, then checks again. */
export function useConfirmSum(userName: string): (check: BalanceCheck) => Promise<void> {
  const client = useQueryClient();
  return async ({ date, owedMinor }) => {
    if (date === null || owedMinor === null) return;
    await confirmSum(browserStore, userName, { date, owedMinor });
    await client.refetchQueries({ queryKey: [...OWED_CHECKS, userName] });
  };
}
