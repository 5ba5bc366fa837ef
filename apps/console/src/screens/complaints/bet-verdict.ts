import type { DrawProof, Verdict } from '@tercet/fair';
import type { FullComplaint } from '../../api/members/complaints.ts';

export type QuestionedBet = NonNullable<FullComplaint['bet']>;

/** How a bet stands, by its dice and its postings. `differs`: the house paid something else than the dice give. */
export type BetStanding = 'pending' | 'paid' | 'lost' | 'returned' | 'differs';
/** What the proof of the draw shows. `unclear`: evidence is missing, or the draw is not finished. */
export type ProofStanding = 'holds' | 'time-not-proven' | 'void' | 'unclear' | 'fails';

export interface BetVerdict {
  bet: BetStanding;
  proof: ProofStanding;
  /** Minor units that the dice give; null without dice. */
  dueMinor: string | null;
}

const PROOFS: Readonly<Record<Verdict, ProofStanding>> = {
  verified: 'holds',
  'time-not-proven': 'time-not-proven',
  void: 'void',
  'void-time-not-proven': 'void',
  pending: 'unclear',
  overdue: 'unclear',
  incomplete: 'unclear',
  breach: 'fails',
};

/**
 * Recomputes a bet and verifies its draw in this browser, as the member's phone does. The proof names the key of the
 * book, since staff have pinned none. Loaded only where it is needed: the verifier is large.
 */
export async function judgeBet(bet: QuestionedBet, draw: DrawProof): Promise<BetVerdict> {
  const { verifyDraw } = await import('@tercet/fair');
  const logKey = draw.book?.logKey;
  const { verdict } = verifyDraw(draw, logKey === undefined ? {} : { pinned: { logKey } });
  const due = await dueOf(bet);
  return { bet: standingOf(bet, due), proof: PROOFS[verdict], dueMinor: due === null ? null : String(due) };
}

/** Payout by the dice and the multipliers of the table. Null while the dice are unknown. */
async function dueOf({ dice, selections }: QuestionedBet): Promise<bigint | null> {
  const [one, two, three] = dice ?? [];
  if (one === undefined || two === undefined || three === undefined) return null;
  const { hitsOf, payoutOf } = await import('@tercet/fair');
  return selections.reduce((sum, { bet, stakeMinor, multipliers }) => {
    const hits = hitsOf(bet, [one, two, three]);
    // A bet on one number has three multipliers, by the number of its faces. Any other has one.
    const multiplier = hits === 0 ? 0 : (multipliers[Math.min(hits, multipliers.length) - 1] ?? 0);
    return sum + payoutOf(BigInt(stakeMinor), multiplier);
  }, 0n);
}

function standingOf({ state, payoutMinor, totalMinor }: QuestionedBet, due: bigint | null): BetStanding {
  if (state === 'pending') return 'pending';
  const paid = BigInt(payoutMinor ?? '0');
  if (state === 'void' || state === 'returned') return paid >= BigInt(totalMinor) ? 'returned' : 'differs';
  if (due === null || paid !== due) return 'differs';
  return due === 0n ? 'lost' : 'paid';
}
