import { noteTreeHead } from '../book/book.ts';
import type { BookGuard } from '../book/guard.ts';
import { bucketOf } from '../db/ids.ts';
import type { Db } from '../db/pool.ts';
import { sqlState, type Tx, transaction } from '../db/transaction.ts';
import type { PaymentsDeps } from '../payments/deps.ts';
import { creditDecided, refundDecided } from '../payments/incoming/settle-payment.ts';
import { refuseDecided } from '../payments/withdrawals/reviews.ts';
import { Refusal } from '../refusal.ts';
import { endInstruction, type OpenInstruction, openInstructions, takeInstruction } from '../staff/instructions.ts';
import { readProposal } from '../staff/proposals.ts';
import { correctBalance } from './correct-balance.ts';
import { isPublished, type PublishedKind, publishAgreed } from './publish-agreed.ts';
import { refundToMember } from './refund-to-member.ts';

interface Deps extends Pick<PaymentsDeps, 'db' | 'macs' | 'tell' | 'provider'> {
  /** Refuses to write to a book that is behind its published state. */
  guard?: BookGuard;
}

/** SQLSTATE of the database's functions when the cause of a posting is missing. */
const NO_CAUSE = 'TC001';

/**
 * Executes staff decisions, oldest first: verifies that the server wrote them, then posts. Impossible ones end as
 * refused without a posting. Other failures are retried. Returns the number of finished ones.
 */
export async function carryOut(deps: Deps): Promise<number> {
  let ended = 0;
  const faults: unknown[] = [];
  for (const { id, what } of await openInstructions(deps.db)) {
    try {
      if (await endingRefused(deps.db, id, () => carryOutOne(deps, id, what))) ended += 1;
    } catch (error) {
      faults.push(error);
    }
  }
  if (faults.length > 0) throw new AggregateError(faults, `${faults.length} decisions are not carried out yet`);
  return ended;
}

/** Executes one instruction. False if another process is executing it. */
async function carryOutOne(deps: Deps, id: string, what: string): Promise<boolean> {
  if (isPublished(what)) return publish(deps, id, what);
  return transaction(deps.db, async (tx) => {
    const found = await take(tx, deps, id);
    if (found === null) return false;
    await act(tx, deps, found);
    await endInstruction(tx, id, null);
    return true;
  });
}

/**
 * Publishes an entry in the book. It is done once a checkpoint covers the entry: a table without a timely one takes no
 * bets. After a crash the next run finds the entry and continues.
 */
async function publish({ db, macs, guard }: Deps, id: string, what: PublishedKind): Promise<boolean> {
  await guard?.refuse();
  const found = await transaction(db, async (tx) => {
    const order = await take(tx, { macs }, id);
    if (order !== null) await publishAgreed(tx, macs, what, order.subject);
    return order;
  });
  if (found === null) return false;
  await noteTreeHead(db);
  await transaction(db, (tx) => endInstruction(tx, id, null));
  return true;
}

/** Locks an instruction. Null if another process has it. Throws `not-found` if the server did not write it. */
async function take(tx: Tx, { macs }: Pick<Deps, 'macs'>, id: string): Promise<OpenInstruction | null> {
  const found = await takeInstruction(tx, macs, id);
  if (found === 'forged') throw new Refusal('not-found');
  return found === 'gone' ? null : found;
}

/** Ends the instruction as refused if it cannot be executed. */
async function endingRefused(db: Db, id: string, act: () => Promise<boolean>): Promise<boolean> {
  try {
    return await act();
  } catch (error) {
    const refusal = refusalOf(error);
    if (refusal === null) throw error;
    await transaction(db, (tx) => endInstruction(tx, id, refusal));
    return true;
  }
}

function refusalOf(error: unknown): Refusal | null {
  if (error instanceof Refusal) return error;
  return sqlState(error) === NO_CAUSE ? new Refusal('too-late') : null;
}

async function act(tx: Tx, deps: Deps, { what, subject, body, staffId }: OpenInstruction): Promise<void> {
  if (what === 'correction') return correctAgreed(tx, deps, subject);
  const { memberId } = body;
  if (memberId === undefined) throw new Refusal('not-found');
  const account = { bucket: bucketOf(memberId), memberId };
  if (what === 'purchase-refund') await refundToMember(tx, account, subject, staffId);
  else if (what === 'payment-credit') await creditDecided(tx, deps, account, subject);
  else if (what === 'payment-refund') await refundDecided(tx, deps, account, subject, staffId);
  else await refuseDecided(tx, deps, account, subject, body.reason ?? '');
}

/** Corrects a balance. The member sees the proposer's reason. The confirmer's reason is only in the audit log. */
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
