import type { QueryClient } from '@tanstack/react-query';
import type { Verification } from '@tercet/fair';
import { sealedLeaves } from '../../api/book.ts';
import { serverClock } from '../../api/clock.ts';
import { houseQuery } from '../../api/house.ts';
import { drawQuery } from '../../api/lotteries.ts';
import { Problem } from '../../api/problem.ts';
import { slipProofQuery } from '../../api/slips.ts';
import type { DrawProof, SlipProof } from '../../api/types.ts';
import type { ProofQuestion } from '../proof/proof-messages.ts';
import { runProof } from '../proof/run-proof.ts';
import type { Inclusion, KeptReceipt } from './receipt-store.ts';
import { type ReceiptOfSlip, slipOfReceipt } from './receipt-text.ts';

/** Looks for a kept receipt in the seal of its period; null while there is neither seal nor void. Throws offline. */
export async function findInSeal(client: QueryClient, kept: KeptReceipt): Promise<Inclusion | null> {
  const { proof, leafHashes } = await askProof(client, kept);
  if (proof.draw.entries.seal === null && proof.draw.entries.void === null) return null;
  const house = await client.fetchQuery(houseQuery());
  const options = { pinned: { origin: house.book.origin }, nowMs: Math.min(Date.now(), serverClock.now()) };
  const question: ProofQuestion =
    leafHashes === null
      ? { kind: 'slip', proof, options }
      : { kind: 'receipt', receipt: proof.receipt, draw: proof.draw, options: { ...options, leafHashes } };
  const found = await runProof(question);
  const verdict = verdictOf(found, kept.placed);
  if (verdict === null) return null;
  const checkedAtMs = Date.now();
  const beforeRound = Math.max(checkedAtMs, serverClock.now()) < roundMs(found);
  return { ...verdict, checkedAtMs, beforeRound, proof };
}

/**
 * The house's proof for the receipt as it was kept: not for the one that the house may show today. A house that does
 * not know the slip any more is asked for all the sealed hashes instead, which are public.
 */
async function askProof(
  client: QueryClient,
  { slipId, placed }: KeptReceipt,
): Promise<{ proof: SlipProof; leafHashes: string[] | null }> {
  const { receipt } = placed;
  try {
    const answer = await client.fetchQuery({ ...slipProofQuery(slipId), staleTime: 0 });
    return { proof: { ...answer, receipt }, leafHashes: null };
  } catch (error) {
    if (!(error instanceof Problem) || error.status !== 404) throw error;
    const draw: DrawProof = await client.fetchQuery({ ...drawQuery(placed.slip.drawId), staleTime: 0 });
    const leafHashes = draw.root === null ? null : await sealedLeaves(draw.drawId);
    return { proof: { receipt, draw, index: null, count: null, proof: null }, leafHashes };
  }
}

function verdictOf(found: Verification, placed: ReceiptOfSlip): Pick<Inclusion, 'verdict' | 'failed'> | null {
  if (!isForSlip(placed)) return { verdict: 'breach', failed: 'other-slip' };
  const refuted = found.steps.find(({ ok }) => ok === false);
  if (refuted !== undefined) return { verdict: 'breach', failed: refuted.id };
  if (found.steps.some(({ id, ok }) => id === 'inclusion' && ok === true)) return { verdict: 'included', failed: null };
  return found.verdict === 'void' ? { verdict: 'void', failed: null } : null;
}

/** Whether the signed bytes say the bet that the house showed when it took it. */
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

/** As computed from the table, not as the house says; 0 where it could not be. */
function roundMs(found: Verification): number {
  const schedule = found.steps.find(({ id }) => id === 'schedule');
  return Number(schedule?.values.roundTime ?? 0) * 1000;
}
