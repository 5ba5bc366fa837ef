import { type Tx, transaction } from '../../src/db/transaction.ts';
import { carryOut } from '../../src/decisions/carry-out.ts';
import type { PublishedKind } from '../../src/decisions/publish-agreed.ts';
import { startJob } from '../../src/jobs/timed-job.ts';
import type { Account } from '../../src/ledger/lock.ts';
import { notifyMember } from '../../src/members/messages/messages.ts';
import type { PaymentsDeps } from '../../src/payments/deps.ts';
import { creditInReview, refundInReview, type Verdict } from '../../src/payments/incoming/settle-payment.ts';
import { type Reviewed, refuse } from '../../src/payments/withdrawals/reviews.ts';
import type { RefusalReason } from '../../src/payments/withdrawals/withdrawal-rows.ts';
import { openLog } from '../../src/process/log.ts';
import {
  carriedOut,
  INSTRUCTIONS_CHANNEL,
  type Instruction,
  instruct,
  type OpenInstruction,
} from '../../src/staff/instructions.ts';
import type { Club } from './club.ts';
import { macs } from './macs.ts';
import { addStaff, agreed } from './staff.ts';

/** Dependencies of the job that executes staff decisions. */
export type CarryOut = Parameters<typeof carryOut>[0];

/** By default those of a club without a payment provider. */
export function carryOutOf(club: Pick<Club, 'jobs'>, payments?: PaymentsDeps): CarryOut {
  return { macs, tell: notifyMember, provider: null, ...payments, db: club.jobs };
}

/** Orders an act in a transaction of the API, then executes it like the job. Throws the error of the execution. */
async function decide<T>(
  club: Club,
  act: (tx: Tx) => Promise<{ result: T; order: Instruction | null }>,
  payments?: PaymentsDeps,
): Promise<T> {
  const { result, ordered } = await transaction(club.api, async (tx) => {
    const { order, ...rest } = await act(tx);
    return { ...rest, ordered: order && (await instruct(tx, macs, order)) };
  });
  if (ordered === null) return result;
  await carryOut(carryOutOf(club, payments));
  // Another job of the test may have claimed it.
  await carriedOut(club.db, ordered);
  return result;
}

/** Declines a withdrawal as finance; the second decline refuses it. */
export function refuseAs(
  club: Club,
  payments: PaymentsDeps,
  account: Account,
  id: string,
  given: { staffId: string; reason: RefusalReason; words: string },
): Promise<Reviewed> {
  const { bucket, memberId } = account;
  return decide(
    club,
    async (tx) => {
      const result = await refuse(tx, payments, { bucket, memberId }, id, given);
      const body = { memberId, reason: given.reason };
      const order = { what: 'withdrawal-refusal', subject: id, body, staffId: given.staffId } as const;
      return { result, order: result === 'waiting' ? null : order };
    },
    payments,
  );
}

/** Credits a payment in review, as finance. */
export function creditAs(
  club: Club,
  payments: PaymentsDeps,
  account: Account,
  id: string,
  verdict: Verdict,
): Promise<Awaited<ReturnType<typeof creditInReview>>> {
  return decide(
    club,
    async (tx) => {
      const result = await creditInReview(tx, payments, account, id, verdict);
      const body = { memberId: account.memberId };
      const order = { what: 'payment-credit', subject: id, body, staffId: verdict.staffId } as const;
      return { result, order: result.waiting ? null : order };
    },
    payments,
  );
}

/** Refunds a payment in review to its payer, as finance. */
export function refundPaymentAs(
  club: Club,
  payments: PaymentsDeps,
  account: Account,
  id: string,
  verdict: Verdict,
): Promise<void> {
  return decide(
    club,
    async (tx) => {
      await refundInReview(tx, payments, account, id, verdict);
      const body = { memberId: account.memberId };
      const order = { what: 'payment-refund', subject: id, body, staffId: verdict.staffId } as const;
      return { result: undefined, order };
    },
    payments,
  );
}

/** Refunds the price of a purchase, as finance. */
export function refundAs(club: Club, { memberId }: Account, id: string, staffId: string): Promise<void> {
  const order = { what: 'purchase-refund', subject: id, body: { memberId }, staffId } as const;
  return decide(club, async () => ({ result: undefined, order }));
}

/** Starts the job that executes staff decisions, beside a server under test. */
export function startCarryingOut(club: Club, payments?: PaymentsDeps): { stop(): Promise<void> } {
  const underWay = new Set<Promise<void>>();
  const job = startJob(
    {
      name: 'execute staff decisions',
      everyMs: 1_000,
      channel: INSTRUCTIONS_CHANNEL,
      run: () => carryOut(carryOutOf(club, payments)),
    },
    { log: openLog('silent'), underWay, figures: undefined, listenUrl: club.database.urls.jobs },
  );
  return {
    async stop() {
      await job.stop();
      await Promise.all(underWay);
    },
  };
}

/** Orders a table, a money rule or another entry to be published, proposed by an owner and confirmed by finance. */
export async function orderPublishing(
  club: Club,
  what: PublishedKind,
  subject: string,
  body: unknown,
): Promise<{ id: string; ordered: OpenInstruction }> {
  const [owner, finance] = [await addStaff(club, 'owner'), await addStaff(club, 'finance')];
  const id = await agreed(club, { what, subject, body }, [owner.id, finance.id]);
  const order = { what, subject: id, body: {}, staffId: finance.id };
  return { id, ordered: await transaction(club.api, (tx) => instruct(tx, macs, order)) };
}
