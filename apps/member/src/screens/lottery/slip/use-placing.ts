import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import { findPlaced, noteOpenSlip, noteOwnBet, placeSlip, type SlipBody } from '../../../api/lottery/slips.ts';
import { newId } from '../../../api/shared/new-id.ts';
import { asProblem, type Problem } from '../../../api/shared/problem.ts';
import { keys } from '../../../api/shared/query-keys.ts';
import type { Me, Placed } from '../../../api/shared/types.ts';
import { persistStorage } from '../../../features/receipts/persist-storage.ts';
import { type Attempt, storeAttempt, storedAttempt } from '../../../features/slips/attempts.ts';

export type Placing =
  | { status: 'idle' }
  | { status: 'sending' }
  /** No answer came: the slip may be in or not. It is frozen until we know. */
  | { status: 'unsure'; problem: Problem }
  | { status: 'refused'; problem: Problem }
  /** `kept`: whether this browser keeps the receipt; null until it has answered. */
  | { status: 'accepted'; placed: Placed; kept: boolean | null };

interface PlacingControl {
  placing: Placing;
  /** The balance before the slip that is on its way; null where it is not known or none is on its way. */
  balanceBefore(): string | null;
  send(body: SlipBody, availableMinor: string): void;
  /** Sends the same slip with the same key; the server counts it once. */
  resend(): void;
  /** Asks whether the unsure slip was taken, and frees it if not. */
  lookUp(): void;
  reset(): void;
}

/** Sends a slip once, however often it is asked to: one key a slip, kept over retries and reloads. */
export function usePlacing(lotteryKey: string, memberId: string, onAccepted: (placed: Placed) => void): PlacingControl {
  const client = useQueryClient();
  const [placing, setPlacing] = useState<Placing>({ status: 'idle' });
  const attempt = useRef<Attempt | null>(null);
  const busy = useRef(false);

  function settle(next: Attempt | null): void {
    attempt.current = next;
    storeAttempt(memberId, lotteryKey, next);
  }

  function accept(placed: Placed): void {
    settle(null);
    client.setQueryData<Me | null>(keys.me, (me) => (me ? { ...me, availableMinor: placed.availableMinor } : me));
    for (const queryKey of [keys.me, keys.allSlips, keys.statement, keys.play, keys.limits]) {
      void client.invalidateQueries({ queryKey });
    }
    noteOpenSlip(client, memberId, placed.slip);
    noteOwnBet(client, placed.slip);
    // What the server accepted is shown before this browser's storage has answered.
    setPlacing({ status: 'accepted', placed, kept: null });
    onAccepted(placed);
    void keepReceipt(memberId, placed).then((kept) => {
      setPlacing((now) => (now.status === 'accepted' && now.placed === placed ? { ...now, kept } : now));
      void persistStorage(memberId);
    });
  }

  async function attemptWith(act: (attempt: Attempt) => Promise<Placed | null>): Promise<void> {
    if (busy.current || attempt.current === null) return;
    busy.current = true;
    setPlacing({ status: 'sending' });
    try {
      const placed = await act(attempt.current);
      if (placed !== null) accept(placed);
      else {
        settle(null);
        setPlacing({ status: 'idle' });
      }
    } catch (error) {
      const problem = asProblem(error);
      const { unsure } = problem;
      // Without a session of the member the key is kept: signed in again, the slip is found or sent once.
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
    settle({ idempotencyKey: newId(), body, availableMinor });
    void attemptWith(({ idempotencyKey }) => placeSlip(idempotencyKey, body));
  };
  const resend = () => void attemptWith(({ idempotencyKey, body }) => placeSlip(idempotencyKey, body));
  const lookUp = () => void attemptWith(({ idempotencyKey }) => findPlaced(idempotencyKey));

  // A send that a reload cut off is looked up when the screen opens again.
  // biome-ignore lint/correctness/useExhaustiveDependencies: once per lottery.
  useEffect(() => {
    attempt.current = storedAttempt(memberId, lotteryKey);
    lookUp();
  }, [lotteryKey]);

  const balanceBefore = () => attempt.current?.availableMinor ?? null;
  return { placing, balanceBefore, send, resend, lookUp, reset: () => setPlacing({ status: 'idle' }) };
}

/** False where the code that keeps receipts cannot be loaded, as if the browser had no storage. */
async function keepReceipt(memberId: string, placed: Placed): Promise<boolean> {
  const store = await import('../../../features/receipts/receipt-store.ts').catch(() => null);
  return store?.keepReceipt(memberId, placed) ?? false;
}

/** Nobody is signed in, or another member. */
const WITHOUT_SESSION = new Set(['signed-out', 'caller-changed', 'caller-needed']);

/** What a refusal shows to be other than this page believed. */
const OUTDATED_BY: Record<string, readonly (readonly string[])[]> = {
  'reality-check': [keys.play],
  'limit-session': [keys.play],
  excluded: [keys.me],
  suspended: [keys.me],
  closing: [keys.me],
};
