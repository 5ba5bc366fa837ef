import { useQueryClient } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import { withdraw } from '../../api/money/withdrawals.ts';
import { serverClock } from '../../api/shared/clock.ts';
import { newId } from '../../api/shared/new-id.ts';
import { asProblem, type Problem } from '../../api/shared/problem.ts';
import { keys } from '../../api/shared/query-keys.ts';
import type { Me, Withdrawal } from '../../api/shared/types.ts';
import { SECOND_MS } from '../../durations.ts';
import { noteMyAct } from '../../features/messages/my-acts.ts';
import { type Attempt, storeAttempt, storedAttempt } from './stored-attempt.ts';

export type Withdrawing =
  | { status: 'idle' }
  | { status: 'sending' }
  /** No answer: the server may have accepted it. The member sends it again, or drops it and checks the records. */
  | { status: 'unsure'; problem: Problem }
  | { status: 'refused'; problem: Problem };

/** Sends a withdrawal with an idempotency key, which retries and reloads keep. */
export function useWithdrawing(memberId: string, onTaken: (withdrawal: Withdrawal) => void) {
  const client = useQueryClient();
  const [withdrawing, setWithdrawing] = useState<Withdrawing>({ status: 'idle' });
  const [unsure, setUnsure] = useState<Attempt | null>(() => storedAttempt(memberId));
  const [lockedUntilMs, setLockedUntil] = useState<number | null>(null);
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

  /** Returns the problem; null if accepted, or while an earlier attempt is in flight. */
  async function send(amountMinor: string, financePassword: string): Promise<Problem | null> {
    if (busy.current) return null;
    busy.current = true;
    setWithdrawing({ status: 'sending' });
    const attempt = unsure?.amountMinor === amountMinor ? unsure : { idempotencyKey: newId(), amountMinor };
    // Stored first: if the page closes before the answer, the next visit finds the attempt.
    storeAttempt(memberId, attempt);
    try {
      const taken = await withdraw(attempt.idempotencyKey, { amountMinor, financePassword });
      settle(null);
      take(taken);
      return null;
    } catch (error) {
      const problem = asProblem(error);
      // A refusal of the finance password does not decide an earlier attempt without an answer.
      const undecided = problem.unsure || (unsure !== null && IN_FRONT.has(problem.code));
      settle(undecided ? attempt : null);
      setWithdrawing({ status: problem.unsure ? 'unsure' : 'refused', problem });
      setLockedUntil(lockEndOf(problem));
      if (FIRST.has(problem.code)) void client.invalidateQueries({ queryKey: keys.wallet });
      return problem;
    } finally {
      busy.current = false;
    }
  }

  return {
    withdrawing,
    /** Until then the server refuses every attempt; null if it does not. */
    lockedUntilMs,
    /** The attempt without an answer, also from before a reload. */
    unsure,
    send,
    /** Clears the outcome. An attempt without an answer stays stored. */
    forget: () => setWithdrawing({ status: 'idle' }),
    /** Drops the attempt. The member then checks the records. */
    giveUp: () => {
      settle(null);
      setWithdrawing({ status: 'idle' });
    },
  };
}

/** When the server accepts attempts again, after too many of them. */
function lockEndOf({ params }: Problem): number | null {
  const seconds = Number(params.retryAfterSeconds);
  return Number.isFinite(seconds) ? serverClock.now() + seconds * SECOND_MS : null;
}

/** Refusals that come before the withdrawal itself is examined. */
const IN_FRONT = new Set([
  ...['login-password-needed', 'finance-password-wrong', 'finance-password-locked', 'throttled'],
  ...['signed-out', 'caller-changed', 'caller-needed'],
]);
/** Unmet requirements; the screen then leads to them. */
const FIRST = new Set(['name-first', 'finance-password-first', 'payee-first']);
