import type { Slip, SlipState } from '../../api/shared/types.ts';

interface SettledWords {
  key: 'won' | 'some' | 'lost' | 'void';
  period: number;
  paid: bigint;
  staked: bigint;
}

/** Those of the slips that are settled, together where they were of one draw, in the order of the draws. */
export function settledByDraw(slips: readonly Slip[]): Slip[][] {
  const settled = slips.filter(({ state }) => state !== 'pending').sort((one, other) => one.period - other.period);
  const drawIds = new Set(settled.map(({ drawId }) => drawId));
  return [...drawIds].map((id) => settled.filter(({ drawId }) => drawId === id));
}

/** How a settlement is told. Only more than the stake is called a win; what came back of a stake is said as that. */
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

/** The state of a slip as it is shown. A slip that paid no more than it staked is not called won. */
export function outcomeOf({
  state,
  payoutMinor,
  totalMinor,
}: Pick<Slip, 'state' | 'payoutMinor' | 'totalMinor'>): SlipOutcome {
  return state === 'won' && BigInt(payoutMinor ?? '0') <= BigInt(totalMinor) ? 'partly' : state;
}
