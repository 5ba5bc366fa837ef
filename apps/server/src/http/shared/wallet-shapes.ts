import { z } from 'zod';
import { TOP_UP_STATES } from '../../payments/top-ups/top-up-rows.ts';
import { REFUSAL_REASONS, WITHDRAWAL_STATES } from '../../payments/withdrawals/withdrawal-rows.ts';
import { Minor } from './shapes.ts';

/** JSON shapes of top-ups and withdrawals. Amounts are decimal strings of minor units, times are Unix milliseconds. */
const Millis = z.number().int();

/** A step of a timeline; steps are ordered oldest first. */
const Step = <T extends readonly [string, ...string[]]>(states: T) => z.object({ state: z.enum(states), atMs: Millis });

export const TopUpAnswer = z.object({
  id: z.uuid(),
  amountMinor: Minor,
  state: z.enum(TOP_UP_STATES),
  createdAtMs: Millis,
  expiresAtMs: Millis,
  endedAtMs: Millis.nullable(),
  checkoutUrl: z
    .string()
    .nullable()
    .describe('URL of the provider’s page while the top-up can be paid, otherwise null'),
  received: z
    .object({ amountMinor: Minor, currency: z.string() })
    .nullable()
    .describe('Amount that the provider received, if it differs from the requested one; otherwise null'),
  steps: z.array(Step(TOP_UP_STATES)),
});
z.globalRegistry.add(TopUpAnswer, { id: 'TopUp' });

export const PayeeAnswer = z.object({
  id: z.uuid(),
  kind: z.enum(['card', 'iban']),
  bankCode: z.string(),
  bankName: z.string(),
  holder: z.string(),
  masked: z.string().describe('Such as `•••• 4242`'),
  brand: z.string().nullable(),
  phone: z.string().describe('Masked phone number'),
  boundAtMs: Millis,
  activeAtMs: Millis.describe('Time from which payouts go there; for a replacement one day after its request'),
});
z.globalRegistry.add(PayeeAnswer, { id: 'Payee' });

export const WithdrawalAnswer = z.object({
  id: z.uuid(),
  amountMinor: Minor,
  state: z.enum(WITHDRAWAL_STATES),
  payee: z.object({ bankName: z.string(), masked: z.string(), kind: z.enum(['card', 'iban']) }),
  submittedAtMs: Millis,
  reviewDueAtMs: Millis.nullable().describe('When the review ends with automatic approval; null without a review'),
  approvedAtMs: Millis.nullable(),
  endedAtMs: Millis.nullable(),
  expectedAtMs: Millis.nullable().describe('Expected time of arrival; null once the withdrawal has ended'),
  closing: z.boolean(),
  traceRef: z.string().nullable().describe('Reference by which the bank or card scheme traces it; null without one'),
  refusal: z.object({ reason: z.enum(REFUSAL_REASONS), words: z.string() }).nullable(),
  legalHold: z
    .object({ authority: z.string(), reference: z.string(), expiresAtMs: Millis })
    .nullable()
    .describe('Legal hold that stops this withdrawal; null without one'),
  steps: z.array(Step(['submitted', ...WITHDRAWAL_STATES])),
});
z.globalRegistry.add(WithdrawalAnswer, { id: 'Withdrawal' });

export const WalletAnswer = z.object({
  availableMinor: Minor,
  heldMinor: Minor,
  netDepositsMinor: Minor.describe('Total top-ups minus total withdrawals'),
  /** Requirements of the first top-up, since a payout needs them later. */
  ready: z.object({ realName: z.boolean(), financePassword: z.boolean(), payee: z.boolean() }),
  topUp: z.object({
    open: z.boolean(),
    reason: z
      .string()
      .nullable()
      .describe(
        'Reason for which top-ups are closed: `payouts-unhealthy`, `ledger-wrong`, `closing`, in a live house `identity-needed`. Null if open',
      ),
    minMinor: Minor,
    maxMinor: Minor.describe('Largest top-up that is possible now'),
    quickMinor: z.array(Minor),
    provider: z.string(),
    fundsVersion: z
      .string()
      .nullable()
      .describe('Version of the funds statement that the member must acknowledge first; null if none'),
  }),
  withdrawal: z.object({
    minMinor: Minor,
    maxMinor: Minor,
    perDay: z.number().int(),
    leftToday: z.number().int(),
    usualSeconds: z.number().int(),
    fastestSeconds: z.number().int(),
    feeMinor: Minor,
    reviewFromMinor: Minor,
  }),
  closing: z.boolean(),
});
z.globalRegistry.add(WalletAnswer, { id: 'Wallet' });
