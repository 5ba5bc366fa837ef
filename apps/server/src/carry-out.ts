import { correctBalance } from './correct-balance.ts';
import { bucketOf } from './db/ids.ts';
import type { Db } from './db/pool.ts';
import { sqlState, type Tx, transaction } from './db/transaction.ts';
import type { PaymentsDeps } from './payments/deps.ts';
import { refuseDecided } from './payments/reviews.ts';
import { creditDecided } from './payments/settle-payment.ts';
import { refundToMember } from './refund-to-member.ts';
import { Refusal } from './refusal.ts';
import { endInstruction, type OpenInstruction, openInstructions, takeInstruction } from './staff/instructions.ts';
import { readProposal } from './staff/proposals.ts';

type Deps = Pick<PaymentsDeps, 'db' | 'macs' | 'tell' | 'provider'>;

/** What a function of the database throws where the cause of a posting is not there. */
const NO_CAUSE = 'TC001';

/**
 * Carries out what the staff decided, oldest first: verifies that the server wrote it, and posts. What cannot be done
 * ends as refused, and nothing is posted; what fails otherwise is tried again. Returns how many ended.
 */
export async function carryOut(deps: Deps): Promise<number> {
  let ended = 0;
  const faults: unknown[] = [];
  for (const id of await openInstructions(deps.db)) {
    try {
      if (await carryOutOne(deps, id)) ended += 1;
    } catch (error) {
      faults.push(error);
    }
  }
  if (faults.length > 0) throw new AggregateError(faults, `${faults.length} decisions are not carried out yet`);
  return ended;
}

async function carryOutOne(deps: Deps, id: string): Promise<boolean> {
  const { db, macs } = deps;
  try {
    return await transaction(db, async (tx) => {
      const found = await takeInstruction(tx, macs, id);
      if (found === 'gone') return false;
      if (found === 'forged') throw new Refusal('not-found');
      await act(tx, deps, found);
      await endInstruction(tx, id, null);
      return true;
    });
  } catch (error) {
    const refusal = refusalOf(error);
    if (refusal === null) throw error;
    await endRefused(db, id, refusal);
    return true;
  }
}

function refusalOf(error: unknown): Refusal | null {
  if (error instanceof Refusal) return error;
  return sqlState(error) === NO_CAUSE ? new Refusal('too-late') : null;
}

function endRefused(db: Db, id: string, refusal: Refusal): Promise<void> {
  return transaction(db, (tx) => endInstruction(tx, id, refusal));
}

async function act(tx: Tx, deps: Deps, { what, subject, body, staffId }: OpenInstruction): Promise<void> {
  const { memberId } = body;
  const account = { bucket: bucketOf(memberId), memberId };
  if (what === 'correction') await correctAgreed(tx, deps, subject);
  else if (what === 'purchase-refund') await refundToMember(tx, account, subject, staffId);
  else if (what === 'payment-credit') await creditDecided(tx, deps, account, subject);
  else await refuseDecided(tx, deps, account, subject, body.reason ?? '');
}

/** The member reads why it was proposed; who confirmed it says why in the log. */
async function correctAgreed(tx: Tx, { macs, provider }: Deps, proposalId: string): Promise<void> {
  const { id, what, body, why, proposedBy, decidedBy, outcome } = await readProposal(tx.q, macs, proposalId);
  if (what !== 'correction' || outcome !== 'confirmed' || decidedBy === null) throw new Refusal('not-found');
  const { memberId, direction, amountMinor, reference } = body as CorrectionBody;
  const account = { bucket: bucketOf(memberId), memberId };
  const agreed = { id, direction, amount: BigInt(amountMinor), reference, proposedBy, confirmedBy: decidedBy };
  await correctBalance(tx, { ...account, ...agreed }, { why, provider });
}

interface CorrectionBody {
  memberId: string;
  direction: 'to-member' | 'from-member';
  amountMinor: string;
  reference: string;
}
