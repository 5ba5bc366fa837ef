import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import { findPlaced, noteMyBet, noteOpenSlip, placeSlip, type SlipBody } from '../../../api/lottery/slips.ts';
import { newId } from '../../../api/shared/new-id.ts';
import { asProblem, type Problem } from '../../../api/shared/problem.ts';
import { keys } from '../../../api/shared/query-keys.ts';
import type { Me, Placed } from '../../../api/shared/types.ts';
import { persistStorage } from '../../../features/receipts/persist-storage.ts';
import { type Attempt, storeAttempt, storedAttempt } from '../../../features/slips/attempts.ts';

export type Placing =
  | { status: 'idle' }
  | { status: 'sending' }
  /** No response: the slip may be accepted or not. It is frozen until we know. */
  | { status: 'unsure'; problem: Problem }
  | { status: 'refused'; problem: Problem }
  /** `kept`: true if this browser stored the receipt; null until it has responded. */
  | { status: 'accepted'; placed: Placed; kept: boolean | null };

interface PlacingControl {
  placing: Placing;
  /** Balance before the pending slip; null if it is unknown or no slip is pending. */
  balanceBefore(): string | null;
  send(body: SlipBody, availableMinor: string): void;
  /** Sends the same slip with the same idempotency key, so the server accepts it at most once. */
  resend(): void;
  /** Queries whether the server accepted the unsure slip. If not, unfreezes it. */
  lookUp(): void;
  reset(): void;
}

/** Sends a slip at most once: one idempotency key per slip, kept over retries and reloads. */
export function usePlacing(lotteryKey: string, memberId: string, onAccepted: (placed: Placed) => void): PlacingControl {
  const client = useQueryClient();
  const [placing, setPlacing] = useState<Placing>({ status: 'idle' });
  const attempt = useRef<Attempt | null>(null);
  const busy = useRef(false);
  /** The last attempt that the server did not find. It may still be on its way. */
  const notFound = useRef<Attempt | null>(null);

  function settle(next: Attempt | null): void {
    attempt.current = next;
    storeAttempt(memberId, lotteryKey, next);
  }

  function accept(placed: Placed): void {
    notFound.current = null;
    settle(null);
    client.setQueryData<Me | null>(keys.me, (me) => (me ? { ...me, availableMinor: placed.availableMinor } : me));
    for (const queryKey of [keys.me, keys.allSlips, keys.statement, keys.play, keys.limits]) {
      void client.invalidateQueries({ queryKey });
    }
    noteOpenSlip(client, memberId, placed.slip);
    noteMyBet(client, placed.slip);
    // Shows the acceptance without waiting for this browser's storage.
    setPlacing({ status: 'accepted', placed, kept: null });
    onAccepted(placed);
    void keepReceipt(memberId, placed).then((kept) => {
      setPlacing((now) => (now.status === 'accepted' && now.placed === placed ? { ...now, kept } : now));
      void persistStorage(memberId);
    });
  }

  /** `again`: an earlier request of the attempt may have been accepted. */
  async function attemptWith(act: (attempt: Attempt) => Promise<Placed | null>, again: boolean): Promise<void> {
    if (busy.current || attempt.current === null) return;
    busy.current = true;
    setPlacing({ status: 'sending' });
    try {
      const placed = await act(attempt.current);
      if (placed !== null) accept(placed);
      else {
        notFound.current = attempt.current;
        settle(null);
        setPlacing({ status: 'idle' });
      }
    } catch (error) {
      const problem = asProblem(error);
      const unsure = problem.unsure || (again && UNREAD.has(problem.code));
      // Without a valid session the key is kept. After sign-in, the slip is found or sent once.
      if (!unsure && !WITHOUT_SESSION.has(problem.code)) settle(null);
      setPlacing({ status: unsure ? 'unsure' : 'refused', problem });
      for (const queryKey of OUTDATED_BY[problem.code] ?? []) void client.invalidateQueries({ queryKey });
      if (problem.code === 'signed-out') {
        client.setQueryData(keys.sessionEnded, true);
        client.setQueryData(keys.me, null);
      }
    } finally {
      busy.current = false;
    }
  }

  const send = (body: SlipBody, availableMinor: string) => {
    if (busy.current) return;
    const earlier = sameSlip(notFound.current, body);
    settle({ idempotencyKey: earlier?.idempotencyKey ?? newId(), body, availableMinor });
    void attemptWith(({ idempotencyKey }) => placeSlip(idempotencyKey, body), earlier !== null);
  };
  const resend = () => void attemptWith(({ idempotencyKey, body }) => placeSlip(idempotencyKey, body), true);
  const lookUp = () => void attemptWith(({ idempotencyKey }) => findPlaced(idempotencyKey), true);

  // Looks up a slip whose request was interrupted by a reload.
  // biome-ignore lint/correctness/useExhaustiveDependencies: once per lottery.
  useEffect(() => {
    attempt.current = storedAttempt(memberId, lotteryKey);
    lookUp();
  }, [lotteryKey]);

  const balanceBefore = () => attempt.current?.availableMinor ?? null;
  return { placing, balanceBefore, send, resend, lookUp, reset: () => setPlacing({ status: 'idle' }) };
}

/** The attempt if it has the same slip, so that it is sent under the same key and counts once; else null. */
function sameSlip(attempt: Attempt | null, body: SlipBody): Attempt | null {
  return attempt !== null && JSON.stringify(attempt.body) === JSON.stringify(body) ? attempt : null;
}

/** Refusals before the server looks for the key: they do not tell whether an earlier request was accepted. */
const UNREAD = new Set(['bets-waiting', 'throttled']);

/** False if the code that stores receipts fails to load, as in a browser without storage. */
async function keepReceipt(memberId: string, placed: Placed): Promise<boolean> {
  const store = await import('../../../features/receipts/receipt-store.ts').catch(() => null);
  return store?.keepReceipt(memberId, placed) ?? false;
}

/** Codes for a missing session, or the session of another member. */
const WITHOUT_SESSION = new Set(['signed-out', 'caller-changed', 'caller-needed']);

/** Queries that a refusal proves outdated, by error code. */
const OUTDATED_BY: Record<string, readonly (readonly string[])[]> = {
  'reality-check': [keys.play],
  'limit-session': [keys.play],
  excluded: [keys.me],
  suspended: [keys.me],
  closing: [keys.me],
};
