import type { SlipBody } from '../../../api/lottery/slips.ts';
import type { Slip } from '../../../api/shared/types.ts';

/** Canonical text of a slip's draw and stakes. */
function keyOf(drawId: string, selections: readonly { bet: string; stakeMinor: string }[]): string {
  return `${drawId} ${selections
    .map(({ bet, stakeMinor }) => `${bet}:${stakeMinor}`)
    .sort()
    .join()}`;
}

/** How many of the member's bets have the draw and the stakes of a slip. */
export function countAlike(slips: readonly Pick<Slip, 'drawId' | 'selections'>[], body: SlipBody): number {
  const wanted = keyOf(body.drawId, body.selections);
  return slips.filter(({ drawId, selections }) => keyOf(drawId, selections) === wanted).length;
}

interface Pending {
  /** The balance when the slip was sent, and now. */
  beforeMinor: bigint;
  nowMinor: bigint;
  totalMinor: bigint;
  /** Whether the slip is among the member's bets. */
  isIn: boolean;
}

/**
 * The balance without a pending slip, from which the balance after it is computed. The balance now may contain the
 * slip's debit already, and other bets, payouts and top-ups since it was sent.
 */
export function balanceWithout({ beforeMinor, nowMinor, totalMinor, isIn }: Pending): bigint {
  const isDebited = isIn || nowMinor === beforeMinor - totalMinor;
  return isDebited ? nowMinor + totalMinor : nowMinor;
}
