import { useEffect, useEffectEvent, useRef } from 'react';
import type { Me } from '../../../api/shared/types.ts';
import { useConnectionFault } from '../../../features/live/connection-state.ts';
import type { MyPeriod } from '../my-bets/my-bets.ts';
import { balanceWithout, countAlike } from './pending-slip.ts';
import type { PlacingControl } from './use-placing.ts';

/**
 * The balance without the pending slip, or the balance if none is pending. Looks up a slip without an answer once it
 * appears among the member's bets, and once the connection is back.
 */
export function useBalanceWithout(
  placer: PlacingControl,
  frozen: boolean,
  me: Me,
  own: readonly Pick<MyPeriod, 'slips'>[],
): bigint {
  const pending = frozen ? placer.pending() : null;
  const alike =
    pending === null
      ? 0
      : countAlike(
          own.flatMap(({ slips }) => slips),
          pending.body,
        );
  // Bets with the same stakes may have been placed before this slip.
  const before = useRef({ key: '', alike: 0 });
  if (pending !== null && before.current.key !== pending.idempotencyKey) {
    before.current = { key: pending.idempotencyKey, alike };
  }
  const isIn = pending !== null && alike > before.current.alike;
  useLookUps(placer, isIn);
  const nowMinor = BigInt(me.availableMinor);
  if (pending?.availableMinor === undefined) return nowMinor;
  const totalMinor = pending.body.selections.reduce((sum, { stakeMinor }) => sum + BigInt(stakeMinor), 0n);
  return balanceWithout({ beforeMinor: BigInt(pending.availableMinor), nowMinor, totalMinor, isIn });
}

function useLookUps({ placing, lookUp }: PlacingControl, isIn: boolean): void {
  const isUnsure = placing.status === 'unsure';
  const isCut = useConnectionFault() !== null;
  const ask = useEffectEvent(lookUp);
  // Once for each slip: a look-up that fails at once must not repeat without end. The connection's return asks again.
  const asked = useRef(false);
  useEffect(() => {
    if (!isIn) asked.current = false;
    else if (isUnsure && !asked.current) {
      asked.current = true;
      ask();
    }
  }, [isUnsure, isIn]);
  const wasCut = useRef(isCut);
  useEffect(() => {
    const isBack = wasCut.current && !isCut;
    wasCut.current = isCut;
    if (isBack && isUnsure) ask();
  }, [isCut, isUnsure]);
}
