import type { Slip, SlipState } from '../../api/shared/types.ts';

interface SettledWords {
  key: 'won' | 'some' | 'lost' | 'void';
  period: number;
  paid: bigint;
  staked: bigint;
}

/** The settled slips, grouped by draw, in the order of the draws. */
export function settledByDraw(slips: readonly Slip[]): Slip[][] {
  const settled = slips.filter(({ state }) => state !== 'pending').sort((one, other) => one.period - other.period);
  const drawIds = new Set(settled.map(({ drawId }) => drawId));
  return [...drawIds].map((id) => settled.filter(({ drawId }) => drawId === id));
}

/**
 * Message key and amounts of a settlement. Only a payout above the stake is a win; a smaller one is a partial return.
 */
export function settledWords(slips: readonly Slip[], period: number): SettledWords {
  const sum = (amounts: (string | null)[]) => amounts.reduce((total, amount) => total + BigInt(amount ?? '0'), 0n);
  const paid = sum(slips.map(({ payoutMinor }) => payoutMinor));
  const staked = sum(slips.map(({ totalMinor }) => totalMinor));
  if (slips.length > 0 && slips.every(({ state }) => state === 'void' || state === 'returned')) {
    return { key: 'void', period, paid, staked };
  }
  return { key: paid > staked ? 'won' : paid > 0n ? 'some' : 'lost', period, paid, staked };
}

export type SlipOutcome = SlipState | 'partly';

/** The outcome of a slip as members see it. A slip that paid no more than its stake is not a win. */
export function outcomeOf({
  state,
  payoutMinor,
  totalMinor,
}: Pick<Slip, 'state' | 'payoutMinor' | 'totalMinor'>): SlipOutcome {
  return state === 'won' && BigInt(payoutMinor ?? '0') <= BigInt(totalMinor) ? 'partly' : state;
}
