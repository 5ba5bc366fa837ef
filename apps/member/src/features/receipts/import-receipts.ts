import type { QueryClient } from '@tanstack/react-query';
import { drawQuery } from '../../api/lottery/lotteries.ts';
import { Problem } from '../../api/shared/problem.ts';
import type { DrawProof, Me } from '../../api/shared/types.ts';
import { bookOnly } from '../proof/gather-proof.ts';
import { runProof } from '../proof/run-proof.ts';
import { readKnown } from '../proof/trusted-keys.ts';
import { ownTermsOf } from '../proof/verification-terms.ts';
import { keepReceipt, savedSlipIds } from './receipt-store.ts';
import { type ReceiptOfSlip, readReceipts } from './receipt-text.ts';

const IMPORTED_MAX = 2000;

export interface Imported {
  kept: number;
  /** Already stored. */
  known: number;
  /** For another member, or not signed by this house. Storing them would look like a breach. */
  refused: number;
}

/** Imports receipts from a saved file; null if the text contains none. Throws if the house cannot be reached. */
export async function importReceipts(client: QueryClient, me: Me, text: string): Promise<Imported | null> {
  const { problem, receipts } = readReceipts(text);
  if (problem !== null) return null;
  const known = await savedSlipIds();
  const counts: Imported = { kept: 0, known: 0, refused: 0 };
  for (const placed of receipts.slice(0, IMPORTED_MAX)) {
    if (known.has(placed.slip.id)) counts.known += 1;
    else if ((await isOfHouse(client, me, placed)) && (await keepReceipt(me.id, placed))) counts.kept += 1;
    else counts.refused += 1;
  }
  return counts;
}

/**
 * True if this house signed the receipt for this member, under a table of the book that this phone follows.
 *
 * A later check looks for the bet in the seal.
 */
async function isOfHouse(client: QueryClient, me: Me, { slip, receipt }: ReceiptOfSlip): Promise<boolean> {
  if (receipt.userName !== me.userName) return false;
  const draw = await drawOf(client, slip.drawId);
  if (draw === null) return false;
  const { options, ask } = ownTermsOf(draw, await readKnown(client), []);
  const { steps } = await runProof({ kind: 'receipt', receipt, draw, options, ask: bookOnly(ask) });
  const isSigned = steps.some(({ id, state }) => id === 'receipt' && state === 'ok');
  const witness = steps.find(({ id }) => id === 'witness');
  return isSigned && witness?.state !== 'refuted' && witness?.reason !== 'no-consistency';
}

/** Null if the house has no such draw. */
async function drawOf(client: QueryClient, drawId: string): Promise<DrawProof | null> {
  try {
    return await client.fetchQuery({ ...drawQuery(drawId), staleTime: Number.POSITIVE_INFINITY });
  } catch (error) {
    if (error instanceof Problem && error.status === 404) return null;
    throw error;
  }
}
