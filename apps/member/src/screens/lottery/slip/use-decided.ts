import { useState } from 'react';
import type { Draw, Slip } from '../../../api/shared/types.ts';
import { type MyPeriod, ofSlip } from '../my-bets/my-bets.ts';

/** A slip with its result, and the draw that decided it. */
export interface Decided {
  slipId: string;
  own: MyPeriod;
  draw: Draw;
}

/**
 * The result of an accepted slip, once the dice animation of its draw has ended; null before. It stays when the table
 * goes on to the next draw.
 */
export function useDecided(
  slip: Pick<Slip, 'id' | 'drawId'> | null,
  own: readonly MyPeriod[],
  fallen: Draw | null,
): Decided | null {
  const [last, setLast] = useState<Decided | null>(null);
  if (slip === null) return null;
  if (last?.slipId === slip.id) return last;
  const result = fallen?.drawId === slip.drawId ? ofSlip(own, slip.id) : null;
  if (fallen === null || result?.result == null) return null;
  const decided = { slipId: slip.id, own: result, draw: fallen };
  setLast(decided);
  return decided;
}
