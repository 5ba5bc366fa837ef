import type { QueryClient } from '@tanstack/react-query';
import type { Verdict } from '@tercet/fair';
import { slipProofQuery, slipQuery } from '../../api/slips.ts';
import { toldOf } from '../claims/told-of.ts';
import { type Bundle, bundleOf } from '../proof/bundle.ts';
import { readKnown } from '../proof/known.ts';
import type { ProofQuestion } from '../proof/proof-messages.ts';
import { runProof } from '../proof/run-proof.ts';
import { ownTermsOf } from '../proof/terms.ts';
import type { KeptReceipt } from '../receipts/receipt-store.ts';
import { slipOfReceipt } from '../receipts/receipt-text.ts';

/** A bet that the house still calls open so long after betting closed is checked all the same: it may be overdue. */
const OPEN_FOR_MS = 90_000;

/**
 * Checks a bet from the receipt that this phone kept to the payout that the house booked. Null while the draw is not
 * finished and not late. Throws where the house or the line does not answer.
 */
export async function checkSettled(
  client: QueryClient,
  { slipId, placed }: Pick<KeptReceipt, 'slipId' | 'placed'>,
): Promise<{ verdict: Verdict; bundle: Bundle } | null> {
  const slip = await client.fetchQuery({ ...slipQuery(slipId), staleTime: 0 });
  const isSettled = slip.state !== 'pending';
  const locksAtMs = slipOfReceipt(placed.receipt)?.locksAtMs ?? slip.placedAtMs;
  if (!isSettled && Date.now() < locksAtMs + OPEN_FOR_MS) return null;
  const answer = await client.fetchQuery({ ...slipProofQuery(slipId), staleTime: 0 });
  const { options, ask } = ownTermsOf(answer.draw, await readKnown(client), await toldOf(answer.draw.drawId));
  const question: ProofQuestion = {
    kind: 'slip',
    // The receipt that was given with the bet, not the one that the house may show today.
    proof: { ...answer, receipt: placed.receipt },
    options: { ...options, ...(isSettled && slip.payoutMinor !== null ? { payoutMinor: slip.payoutMinor } : {}) },
    ask,
  };
  const checked = await runProof(question);
  const { verdict, found } = checked;
  if (verdict === 'pending') return null;
  // All hashes of the period are kept only where they may be evidence.
  const whole = verdict === 'breach' ? await checked.save() : null;
  const bundle = whole === null ? bundleOf(question, found, Date.now()) : JSON.parse(await whole.file.text());
  return { verdict, bundle };
}
