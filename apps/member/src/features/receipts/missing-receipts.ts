import { findPlaced } from '../../api/lottery/slips.ts';
import { get } from '../../api/shared/client.ts';
import { Problem } from '../../api/shared/problem.ts';
import type { Page, Slip, SlipProof } from '../../api/shared/types.ts';
import { storedAttempts } from '../slips/attempts.ts';
import { keepReceipt, savedSlipIds } from './receipt-store.ts';
import { keepSettledAnswer } from './settled-answers.ts';

const PAGE_SIZE = 100;
/**
 * Each start reads the newest 500 bets and fetches up to this many receipts. Older receipts are fetched when opened.
 */
const PAGES_MAX = 5;
const FETCHED_MAX = 60;
/** A new phone of a member with many bets fetches more than `BURST` slowly, beside what the member reads. */
const BURST = 10;
const BETWEEN_MANY_MS = 1500;

/**
 * Fetches the receipts of slips whose answer was lost, by their idempotency keys. Then those of all other slips of the
 * member without a receipt on this phone.
 *
 * Stops when `left` returns true.
 */
export async function fetchMissingReceipts(memberId: string, left: () => boolean): Promise<void> {
  for (const key of storedAttempts(memberId)) {
    const placed = left() ? null : await findPlaced(key);
    if (placed !== null) await keepReceipt(memberId, placed);
  }
  await fetchMissing(memberId, left);
}

async function fetchMissing(memberId: string, left: () => boolean): Promise<void> {
  const known = await savedSlipIds();
  let cursor: string | null = null;
  let fetched = 0;
  for (let pages = 0; pages < PAGES_MAX && !left(); pages++) {
    const page: Page<Slip> = await get('/api/slips', { query: { limit: PAGE_SIZE, cursor: cursor ?? undefined } });
    for (const slip of page.items.filter(({ id }) => !known.has(id))) {
      if (left() || fetched >= FETCHED_MAX) return;
      fetched += 1;
      if (fetched > BURST) await new Promise((resolve) => setTimeout(resolve, BETWEEN_MANY_MS));
      const proof = await proofOf(slip.id);
      if (proof === null) continue;
      keepSettledAnswer({ slip, proof });
      await keepReceipt(memberId, { slip, receipt: proof.receipt });
    }
    cursor = page.nextCursor;
    if (cursor === null) return;
  }
}

/** Null if the house has none, because the salts of an erased member are deleted. */
async function proofOf(slipId: string): Promise<SlipProof | null> {
  try {
    return await get<SlipProof>(`/api/slips/${slipId}/proof`);
  } catch (error) {
    if (error instanceof Problem && error.status === 404) return null;
    throw error;
  }
}
