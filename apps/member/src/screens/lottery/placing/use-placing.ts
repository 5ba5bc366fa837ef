import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import { abandonSlip, noteMyBet, noteOpenSlip, placeSlip, type SlipBody } from '../../../api/lottery/slips.ts';
import { newId } from '../../../api/shared/new-id.ts';
import { asProblem, type Problem } from '../../../api/shared/problem.ts';
import { keys } from '../../../api/shared/query-keys.ts';
import type { Me, Placed } from '../../../api/shared/types.ts';
import { persistStorage } from '../../../features/receipts/persist-storage.ts';
import { type Attempt, forgetAttempt, storeAttempt, storedAttempt } from '../../../features/slips/attempts.ts';

export type Placing =
  | { status: 'idle' }
  | { status: 'sending' }
  /** No response: the slip may be accepted or not. It is frozen until we know. */
  | { status: 'unsure'; problem: Problem }
  /** The server was asked for a sent slip: it did not accept it, and never will. */
  | { status: 'absent' }
  | { status: 'refused'; problem: Problem }
  /** `kept`: true if this browser stored the receipt; null until it has responded. */
  | { status: 'accepted'; placed: Placed; kept: boolean | null };

export interface PlacingControl {
  placing: Placing;
  /** The pending slip; null if none is pending. */
  pending(): Attempt | null;
  send(body: SlipBody, availableMinor: string): void;
  /** Sends the same slip with the same idempotency key, so the server accepts it at most once. */
  resend(): void;
  /** Shows the unsure slip if the server accepted it. Otherwise gives it up for good and unfreezes it. */
  lookUp(): void;
  reset(): void;
}

/** Sends a slip at most once: one idempotency key per slip, kept over retries and reloads. */
export function usePlacing(lotteryKey: string, memberId: string, onAccepted: (placed: Placed) => void): PlacingControl {
  const client = useQueryClient();
  const [placing, setPlacing] = useState<Placing>({ status: 'idle' });
  const attempt = useRef<Attempt | null>(null);
  const busy = useRef(false);

  function settle(): void {
    if (attempt.current !== null) forgetAttempt(memberId, lotteryKey, attempt.current);
    attempt.current = null;
  }

  function accept(placed: Placed): void {
    settle();
    client.setQueryData<Me | null>(keys.me, (me) => (me ? { ...me, availableMinor: placed.availableMinor } : me));
    for (const queryKey of [keys.me, keys.allSlips, keys.statement, keys.play, keys.limits]) {
      void client.invalidateQueries({ queryKey });
    }
    noteOpenSlip(client, memberId, placed.slip);
    noteMyBet(client, placed.slip);
    // Shows the acceptance without waiting for this browser's storage.
    setPlacing({ status: 'accepted', placed, kept: null });
    onAccepted(placed);
    void keepReceipt(memberId, placed).then((stored) => {
      setPlacing((now) => (now.status === 'accepted' && now.placed === placed ? { ...now, kept: stored } : now));
      void persistStorage(memberId);
    });
  }

  /** `isUnsure`: whether the slip may be accepted after a failure. */
  async function attemptWith(
    act: (attempt: Attempt) => Promise<Placed | null>,
    isUnsure: (problem: Problem) => boolean,
  ): Promise<void> {
    if (busy.current || attempt.current === null) return;
    busy.current = true;
    setPlacing({ status: 'sending' });
    try {
      const placed = await act(attempt.current);
      if (placed !== null) accept(placed);
      else {
        settle();
        setPlacing({ status: 'absent' });
      }
    } catch (error) {
      const problem = asProblem(error);
      const unsure = isUnsure(problem);
      // Without a valid session the key is kept. After sign-in, the slip is found or given up.
      if (!unsure && !WITHOUT_SESSION.has(problem.code)) settle();
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
    attempt.current = { idempotencyKey: newId(), body, availableMinor };
    storeAttempt(memberId, lotteryKey, attempt.current);
    void attemptWith(
      ({ idempotencyKey }) => placeSlip(idempotencyKey, body),
      ({ unsure }) => unsure,
    );
  };
  const resend = () =>
    void attemptWith(
      ({ idempotencyKey, body }) => placeSlip(idempotencyKey, body),
      ({ unsure, code }) => unsure || UNREAD.has(code),
    );
  // Whatever the failure, it does not tell whether the slip was accepted.
  const lookUp = () =>
    void attemptWith(
      ({ idempotencyKey }) => abandonSlip(idempotencyKey),
      () => true,
    );

  // Looks up a slip whose request was interrupted by a reload, until its outcome is known.
  // biome-ignore lint/correctness/useExhaustiveDependencies: once per lottery.
  useEffect(() => {
    attempt.current = storedAttempt(memberId, lotteryKey);
    lookUp();
  }, [lotteryKey]);

  const pending = () => attempt.current;
  return { placing, pending, send, resend, lookUp, reset: () => setPlacing({ status: 'idle' }) };
}

/** False if the code that stores receipts fails to load, as in a browser without storage. */
async function keepReceipt(memberId: string, placed: Placed): Promise<boolean> {
  const store = await import('../../../features/receipts/receipt-store.ts').catch(() => null);
  return store?.keepReceipt(memberId, placed) ?? false;
}

/** Codes for a missing session, or the session of another member. */
const WITHOUT_SESSION = new Set(['signed-out', 'caller-changed', 'caller-needed']);

/** Refusals before the server looks for the key: they do not tell whether an earlier request was accepted. */
const UNREAD = new Set(['bets-waiting', 'throttled', ...WITHOUT_SESSION]);

/** Queries that a refusal proves outdated, by error code. */
const OUTDATED_BY: Record<string, readonly (readonly string[])[]> = {
  'reality-check': [keys.play],
  'limit-session': [keys.play],
  excluded: [keys.me],
  suspended: [keys.me],
  closing: [keys.me],
};
