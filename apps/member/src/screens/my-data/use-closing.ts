import { useQueryClient } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import { closeAccount } from '../../api/account/my-data.ts';
import { asProblem, type Problem } from '../../api/shared/problem.ts';
import { keys } from '../../api/shared/query-keys.ts';
import type { Me } from '../../api/shared/types.ts';

/** Closes the account, one request at a time. */
export function useClosing() {
  const client = useQueryClient();
  const [busy, setBusy] = useState(false);
  const [problem, setProblem] = useState<Problem | null>(null);
  const underWay = useRef(false);

  async function refetch(): Promise<void> {
    for (const queryKey of [keys.wallet, keys.person, keys.allWithdrawals, keys.statement, keys.messages]) {
      void client.invalidateQueries({ queryKey });
    }
    await client.refetchQueries({ queryKey: keys.me });
  }

  /** Returns the problem. Null if the account is closed, or while an earlier request is in flight. */
  async function close(financePassword: string): Promise<Problem | null> {
    if (underWay.current) return null;
    underWay.current = true;
    setBusy(true);
    setProblem(null);
    try {
      await closeAccount(financePassword);
      await refetch();
      return null;
    } catch (error) {
      const refused = asProblem(error);
      // After a lost answer, the member's state tells whether the account is closed.
      await refetch();
      if (client.getQueryData<Me | null>(keys.me)?.closing) return null;
      setProblem(refused);
      return refused;
    } finally {
      underWay.current = false;
      setBusy(false);
    }
  }

  return { busy, problem, close, forget: () => setProblem(null) };
}
