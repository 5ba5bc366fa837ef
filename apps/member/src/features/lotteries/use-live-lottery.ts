import { useMemo } from 'react';
import type { Lottery } from '../../api/shared/types.ts';
import { rollLottery } from '../../api/stream/stream-reducer.ts';
import { useNow } from '../live/now.ts';

/**
 * The lottery with its current period by the server's clock. Switches to the next period at the lock, even before the
 * stream reports it.
 *
 * Renders once a period, and is the same object until then.
 */
export function useLiveLottery<T extends Lottery>(lottery: T): T {
  const atMs = useNow((nowMs) =>
    nowMs < lottery.current.locksAtMs ? 0 : rollLottery(lottery, nowMs).current.opensAtMs,
  );
  return useMemo(() => (atMs === 0 ? lottery : rollLottery(lottery, atMs)), [lottery, atMs]);
}
