import type { QueryClient } from '@tanstack/react-query';
import type { Verdict, Verification } from '@tercet/fair';
import { slipQuery } from '../../api/lottery/slips.ts';
import { Problem } from '../../api/shared/problem.ts';
import type { Slip } from '../../api/shared/types.ts';
import { knownClaims } from '../claims/known-claims.ts';
import { type Bundle, bundleOf } from '../proof/bundle.ts';
import type { ProofQuestion } from '../proof/proof-messages.ts';
import { runProof } from '../proof/run-proof.ts';
import { cloneable } from '../proof/structured-clone.ts';
import { readKnown } from '../proof/trusted-keys.ts';
import { ownTermsOf } from '../proof/verification-terms.ts';
import { askProof } from '../receipts/inclusion.ts';
import { slipOfReceipt } from '../receipts/receipt-text.ts';
import type { SavedReceipt } from '../receipts/saved-receipt.ts';
import { takeSettledAnswer } from '../receipts/settled-answers.ts';

/** This long after betting closed, the round is more than a minute old. */
const OPEN_FOR_MS = 90_000;

type Receipt = Pick<SavedReceipt, 'slipId' | 'placed'>;

/** True once the house should have published the draw of a bet, according to the receipt that it signed. */
export function isDrawDue({ placed }: Pick<SavedReceipt, 'placed'>): boolean {
  return Date.now() >= locksAtMs(placed) + OPEN_FOR_MS;
}

function locksAtMs({ receipt, slip }: SavedReceipt['placed']): number {
  return slipOfReceipt(receipt)?.locksAtMs ?? slip.placedAtMs;
}

/** Result of the check of a bet. `isLate`: evidence is missing that the house should have published by now. */
export interface Settled {
  verdict: Verdict;
  isLate: boolean;
  bundle: Bundle;
}

/**
 * Verifies a bet from the stored receipt to the payout. Null while the draw is neither finished nor late.
 *
 * Once its draw is due, verifies a bet even if the house denies it or reports it as open. Throws if the house or the
 * connection fails.
 */
export async function checkSettled(client: QueryClient, stored: Receipt): Promise<Settled | null> {
  const known = takeSettledAnswer(stored.slipId);
  const slip = known?.slip ?? (await mySlip(client, stored.slipId));
  const isSettled = slip !== null && slip.state !== 'pending';
  if (!isSettled && !isDrawDue(stored)) return null;
  const { proof, leafHashes } = await askProof(client, stored, known);
  const claims = await knownClaims(stored.placed.slip.drawId);
  const { options, ask } = ownTermsOf(proof.draw, await readKnown(client), claims);
  const paid = isSettled && slip.payoutMinor !== null ? { payoutMinor: slip.payoutMinor } : {};
  const common = { options: { ...options, ...paid, ...(leafHashes === null ? {} : { leafHashes }) }, ask };
  const question: ProofQuestion = cloneable(
    leafHashes === null
      ? { kind: 'slip', proof, ...common }
      : { kind: 'receipt', receipt: proof.receipt, draw: proof.draw, ...common },
  );
  const checked = await runProof(question);
  const { verdict, found } = checked;
  if (verdict === 'pending') return null;
  // Store all hashes of the period only if they may be evidence.
  const whole = verdict === 'breach' ? await checked.save() : null;
  const bundle = whole === null ? bundleOf(question, found, Date.now()) : JSON.parse(await whole.file.text());
  return { verdict, bundle, isLate: isDrawDue(stored) && lacksOfHouse(checked) };
}

/** The slip as the house reports it; null if the house denies it. */
async function mySlip(client: QueryClient, slipId: string): Promise<Slip | null> {
  try {
    return await client.fetchQuery({ ...slipQuery(slipId), staleTime: 0 });
  } catch (error) {
    if (error instanceof Problem && error.status === 404) return null;
    throw error;
  }
}

/** True if the house owes missing evidence. A missing draw counts too, because the bundle came from the house. */
function lacksOfHouse({ verdict, missing }: Verification): boolean {
  if (verdict === 'overdue') return true;
  return verdict === 'incomplete' && missing.some(({ from, reason }) => from === 'house' || reason === 'no-draw');
}
