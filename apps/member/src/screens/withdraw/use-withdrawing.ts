import { useQueryClient } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import { withdraw } from '../../api/money/withdrawals.ts';
import { newId } from '../../api/shared/new-id.ts';
import { asProblem, type Problem } from '../../api/shared/problem.ts';
import { keys } from '../../api/shared/query-keys.ts';
import type { Me, Withdrawal } from '../../api/shared/types.ts';
import { noteMyAct } from '../../features/messages/my-acts.ts';
import { type Attempt, storeAttempt, storedAttempt } from './stored-attempt.ts';

export type Withdrawing =
  | { status: 'idle' }
  | { status: 'sending' }
  /** No answer came: it may be in or not. It can only be sent again, or given up after a look at the records. */
  | { status: 'unsure'; problem: Problem }
  | { status: 'refused'; problem: Problem };

/** Sends a withdrawal once, however often it is asked to: one key for it, kept over retries and reloads. */
export function useWithdrawing(memberId: string, onTaken: (withdrawal: Withdrawal) => void) {
  const client = useQueryClient();
  const [withdrawing, setWithdrawing] = useState<Withdrawing>({ status: 'idle' });
  const [unsure, setUnsure] = useState<Attempt | null>(() => storedAttempt(memberId));
  const busy = useRef(false);

  function settle(next: Attempt | null): void {
    setUnsure(next);
    storeAttempt(memberId, next);
  }

  function take({ withdrawal, availableMinor }: { withdrawal: Withdrawal; availableMinor: string }): void {
    noteMyAct(withdrawal.id);
    client.setQueryData(keys.withdrawal(withdrawal.id), withdrawal);
    client.setQueryData<Me | null>(keys.me, (me) => (me ? { ...me, availableMinor } : me));
    for (const queryKey of [keys.me, keys.wallet, keys.allWithdrawals, keys.statement]) {
      void client.invalidateQueries({ queryKey });
    }
    onTaken(withdrawal);
  }

  /** Returns what stood against it; null once it is taken, or while an earlier try is under way. */
  async function send(amountMinor: string, financePassword: string): Promise<Problem | null> {
    if (busy.current) return null;
    busy.current = true;
    setWithdrawing({ status: 'sending' });
    const attempt = unsure?.amountMinor === amountMinor ? unsure : { idempotencyKey: newId(), amountMinor };
    // A page that is closed before the answer finds it again.
    storeAttempt(memberId, attempt);
    try {
      const taken = await withdraw(attempt.idempotencyKey, { amountMinor, financePassword });
      settle(null);
      take(taken);
      return null;
    } catch (error) {
      const problem = asProblem(error);
      // A wrong finance password says nothing of a try before it that got no answer.
      const undecided = problem.unsure || (unsure !== null && IN_FRONT.has(problem.code));
      settle(undecided ? attempt : null);
      setWithdrawing({ status: problem.unsure ? 'unsure' : 'refused', problem });
      if (FIRST.has(problem.code)) void client.invalidateQueries({ queryKey: keys.wallet });
      return problem;
    } finally {
      busy.current = false;
    }
  }

  return {
    withdrawing,
    /** Of which no answer came, now or before the page was loaded anew. */
    unsure,
    send,
    /** Back to before the last try, as long as that is known to have done nothing. */
    forget: () => setWithdrawing({ status: 'idle' }),
    /** The member looks for himself. */
    giveUp: () => {
      settle(null);
      setWithdrawing({ status: 'idle' });
    },
  };
}

/** Said before anything of the withdrawal itself is looked at. */
const IN_FRONT = new Set([
  ...['finance-password-wrong', 'finance-password-locked', 'throttled'],
  ...['signed-out', 'caller-changed', 'caller-needed'],
]);
/** What the club needs first; the screen then leads there. */
const FIRST = new Set(['name-first', 'finance-password-first', 'payee-first']);
