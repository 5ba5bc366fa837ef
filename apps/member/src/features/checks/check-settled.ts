import type { QueryClient } from '@tanstack/react-query';
import type { Verdict } from '@tercet/fair';
import { serverClock } from '../../api/clock.ts';
import { houseQuery } from '../../api/house.ts';
import { slipProofQuery, slipQuery } from '../../api/slips.ts';
import { browserStore } from '../book/book-store.ts';
import { FOLLOWED, type FollowedBook } from '../book/follow-book.ts';
import { type Bundle, bundleOf } from '../proof/bundle.ts';
import type { ProofQuestion } from '../proof/proof-messages.ts';
import { runProof } from '../proof/run-proof.ts';
import type { KeptReceipt } from '../receipts/receipt-store.ts';

/** A period with more slips than this is checked by its path alone. */
const LEAVES_MAX = 20_000;

/**
 * Checks a settled bet from the receipt that this phone kept to the payout that the house booked. Null while it is not
 * settled. Throws where the house or the line does not answer.
 */
export async function checkSettled(
  client: QueryClient,
  { slipId, placed }: Pick<KeptReceipt, 'slipId' | 'placed'>,
): Promise<{ verdict: Verdict; bundle: Bundle } | null> {
  const slip = await client.fetchQuery({ ...slipQuery(slipId), staleTime: 0 });
  if (slip.state === 'pending') return null;
  const answer = await client.fetchQuery({ ...slipProofQuery(slipId), staleTime: 0 });
  const house = await client.fetchQuery(houseQuery());
  const followed = await browserStore.read<FollowedBook>(FOLLOWED).catch(() => null);
  const question: ProofQuestion = {
    kind: 'slip',
    // The receipt that was given with the bet, not the one that the house may show today.
    proof: { ...answer, receipt: placed.receipt },
    options: {
      pinned: { origin: house.book.origin, ...pinnedKey(followed) },
      witnessed: followed === null ? [] : [followed.note],
      payoutMinor: slip.payoutMinor ?? undefined,
      nowMs: Math.min(Date.now(), serverClock.now()),
    },
    ask: { witnesses: house.book.witnesses, bookUrl: '', leavesMax: LEAVES_MAX },
  };
  const checked = await runProof(question);
  const { verdict, found } = checked;
  if (verdict === 'pending') return null;
  // All hashes of the period are kept only where they may be evidence.
  const whole = verdict === 'breach' ? await checked.save() : null;
  const bundle = whole === null ? bundleOf(question, found, Date.now()) : JSON.parse(await whole.file.text());
  return { verdict, bundle };
}

function pinnedKey(followed: FollowedBook | null): { logKey?: string } {
  return followed === null ? {} : { logKey: followed.formerKeys[0] ?? followed.logKey };
}
