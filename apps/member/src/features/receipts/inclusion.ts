import type { QueryClient } from '@tanstack/react-query';
import type { Verification } from '@tercet/fair';
import { sealedLeaves } from '../../api/lottery/book.ts';
import { drawQuery } from '../../api/lottery/lotteries.ts';
import { slipProofQuery } from '../../api/lottery/slips.ts';
import { serverClock } from '../../api/shared/clock.ts';
import { Problem } from '../../api/shared/problem.ts';
import type { DrawProof, SlipProof } from '../../api/shared/types.ts';
import { knownClaims } from '../claims/known-claims.ts';
import type { ProofQuestion } from '../proof/proof-messages.ts';
import { runProof } from '../proof/run-proof.ts';
import { cloneable } from '../proof/structured-clone.ts';
import { readKnown } from '../proof/trusted-keys.ts';
import { ownTermsOf } from '../proof/verification-terms.ts';
import { type ReceiptOfSlip, slipOfReceipt } from './receipt-text.ts';
import type { Inclusion, SavedReceipt } from './saved-receipt.ts';
import { type SettledAnswer, settledAnswer } from './settled-answers.ts';

/** Looks for a stored receipt in the seal of its period. Null without a seal or void. Throws offline. */
export async function findInSeal(client: QueryClient, saved: SavedReceipt): Promise<Inclusion | null> {
  const { proof, leafHashes } = await askProof(client, saved, settledAnswer(saved.slipId));
  // The draw or its entries may be missing. Then a later pass tries again, and the check reports the gap.
  const { seal, void: voided } = (proof.draw as Partial<DrawProof> | undefined)?.entries ?? {};
  if (!seal && !voided) return null;
  const known = await readKnown(client);
  const { options, ask } = ownTermsOf(proof.draw, known, await knownClaims(saved.placed.slip.drawId));
  const question: ProofQuestion = cloneable({
    ...(leafHashes === null
      ? { kind: 'slip', proof, options }
      : { kind: 'receipt', receipt: proof.receipt, draw: proof.draw, options: { ...options, leafHashes } }),
    // Query witnesses only about a void: they must confirm that they saw no seal.
    ...(voided ? { ask: { ...ask, leavesMax: -1 } } : {}),
  });
  const found = await runProof(question);
  const verdict = verdictOf(found, saved.placed);
  if (verdict === null) return null;
  const checkedAtMs = Date.now();
  const beforeRound = Math.max(checkedAtMs, serverClock.now()) < roundMs(found);
  return { ...verdict, checkedAtMs, beforeRound, proof: { ...proof, ...pathOf(found.found.slip) } };
}

function pathOf(slip: { index?: number | null; count?: number | null; proof?: readonly string[] | null } | null) {
  if (slip === null) return {};
  return { index: slip.index ?? null, count: slip.count ?? null, proof: slip.proof ? [...slip.proof] : null };
}

/**
 * The house's proof, with the receipt as stored instead of the house's copy. If the house does not know the slip or
 * gives no inclusion proof, reads all sealed hashes, which are public.
 *
 * `known`: the house's answer, if it has been read already; null to ask.
 */
export async function askProof(
  client: QueryClient,
  { slipId, placed }: Pick<SavedReceipt, 'slipId' | 'placed'>,
  known: SettledAnswer | null,
): Promise<{ proof: SlipProof; leafHashes: string[] | null }> {
  const { receipt } = placed;
  try {
    const answer = known?.proof ?? (await client.fetchQuery({ ...slipProofQuery(slipId), staleTime: 0 }));
    const isSealed = typeof (answer.draw as Partial<DrawProof> | undefined)?.root === 'string';
    const isHidden = isSealed && (typeof answer.index !== 'number' || !Array.isArray(answer.proof));
    const leafHashes = isHidden ? await sealedLeaves(placed.slip.drawId) : null;
    return { proof: { ...answer, receipt }, leafHashes };
  } catch (error) {
    if (!(error instanceof Problem) || error.status !== 404) throw error;
    const draw: DrawProof = await client.fetchQuery({ ...drawQuery(placed.slip.drawId), staleTime: 0 });
    const leafHashes = typeof draw.root === 'string' ? await sealedLeaves(placed.slip.drawId) : null;
    return { proof: { receipt, draw, index: null, count: null, proof: null }, leafHashes };
  }
}

function verdictOf(found: Verification, placed: ReceiptOfSlip): Pick<Inclusion, 'verdict' | 'failed'> | null {
  if (!isForSlip(placed)) return { verdict: 'breach', failed: 'other-slip' };
  const refuted = found.steps.find(({ state }) => state === 'refuted');
  if (refuted !== undefined) return { verdict: 'breach', failed: refuted.id };
  const included = found.steps.some(({ id, state }) => id === 'inclusion' && state === 'ok');
  if (included) return { verdict: 'included', failed: null };
  if (found.verdict === 'void' || found.verdict === 'void-time-not-proven') return { verdict: 'void', failed: null };
  // The book has the void and no seal; only the witnesses' confirmation is missing.
  const isUnasked = found.missing.length > 0 && found.missing.every(({ reason }) => reason === 'witness-silent');
  return isUnasked ? { verdict: 'void-unasked', failed: null } : null;
}

/** True if the signed bytes state the same bet that the house showed when it accepted the bet. */
function isForSlip({ slip, receipt }: ReceiptOfSlip): boolean {
  const signed = slipOfReceipt(receipt);
  if (signed === null || signed.id !== slip.id || signed.drawId !== slip.drawId) return false;
  const stakesOf = (selections: ReceiptOfSlip['slip']['selections']) =>
    selections
      .map(({ bet, stakeMinor }) => `${bet} ${stakeMinor}`)
      .sort()
      .join();
  return stakesOf(signed.selections) === stakesOf(slip.selections);
}

/** Time of the round as computed from the table, not as the house states it. 0 if unknown. */
function roundMs(found: Verification): number {
  const schedule = found.steps.find(({ id }) => id === 'schedule');
  return Number(schedule?.values.roundTime ?? 0) * 1000;
}
