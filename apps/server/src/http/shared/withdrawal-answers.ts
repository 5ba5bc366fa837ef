import type { z } from 'zod';
import type { WithdrawalRecord } from '../../payments/withdrawals/withdrawal-records.ts';
import type { WithdrawalAnswer } from './wallet-shapes.ts';

/** A withdrawal as JSON. `usualSeconds` is the usual time from approval to arrival of the money. */
export function answerWithdrawal(record: WithdrawalRecord, usualSeconds: number): z.infer<typeof WithdrawalAnswer> {
  const { kind, bankName, masked } = record.payee;
  return {
    id: record.id,
    amountMinor: String(record.amount),
    state: record.state,
    payee: { kind, bankName, masked },
    submittedAtMs: record.submittedAtMs,
    reviewDueAtMs: record.reviewDueAtMs,
    approvedAtMs: record.approvedAtMs,
    endedAtMs: record.endedAtMs,
    expectedAtMs: expectedAtMs(record, usualSeconds),
    closing: record.closing,
    traceRef: record.traceRef,
    refusal: record.refusal,
    legalHold: record.legalHold,
    steps: record.steps,
  };
}

function expectedAtMs(record: WithdrawalRecord, usualSeconds: number): number | null {
  if (record.endedAtMs !== null) return null;
  const leavesAtMs = record.approvedAtMs ?? record.reviewDueAtMs ?? record.submittedAtMs;
  return Math.max(leavesAtMs, record.legalHold?.expiresAtMs ?? 0) + usualSeconds * 1_000;
}
