import { sql } from 'kysely';
import type { Db } from '../db/pool.ts';
import type { ProviderEvent } from './provider.ts';

/**
 * Outcomes of provider events that match no record of ours, or contradict one. Retrying changes nothing, so the event
 * counts as handled and staff must investigate (docs/operating/payouts-failing.md). `payments.figures` and its index use
 * the same words.
 */
const UNMATCHED = [
  'unknown-reference',
  'other-sum',
  'contradicted',
  'credited-before',
  'bad-amount',
  'capture-failed',
  'charged-back',
  'refund-failed',
] as const;
type Unmatched = (typeof UNMATCHED)[number];

/** They say of a page that it was not paid, or not yet: where nobody knows the page, no cent is missing. */
const WITHOUT_MONEY = ['pending', 'declined', 'expired'] as const satisfies ProviderEvent['kind'][];

export function isUnmatched({ kind }: Pick<ProviderEvent, 'kind'>, outcome: string): boolean {
  const of: readonly string[] = WITHOUT_MONEY;
  return ((UNMATCHED as readonly string[]).includes(outcome) && !of.includes(kind)) || outcome === 'not-signed';
}

/** How payments stand, in counts. Any process may ask: nothing of a member is in it. */
export interface PaymentFigures {
  /** Open withdrawals by state: how many, and the age of the oldest in seconds. */
  payouts: Record<string, { n: number; oldest: number }>;
  /** Messages of the provider that nobody has handled. */
  messages: number;
  /**
   * Messages of the last seven days that people have to look at, by outcome; each of the outcomes is there.
   * `not-signed`: messages in the database without the provider's signature, and events of no such message.
   */
  unmatched: Record<Unmatched | 'not-signed', number>;
  moneyIn: boolean;
}

export async function readPaymentFigures(db: Db): Promise<PaymentFigures> {
  const { rows } = await sql<{
    payouts: PaymentFigures['payouts'] | null;
    messages: bigint;
    unmatched: Record<string, number> | null;
    money_in: boolean;
  }>`select payouts, messages, unmatched, money_in from payments.figures()`.execute(db);
  const row = rows[0];
  if (!row) throw new Error('there are no figures of payments');
  const unmatched = [...UNMATCHED, 'not-signed'].map((outcome) => [outcome, row.unmatched?.[outcome] ?? 0]);
  return {
    payouts: row.payouts ?? {},
    messages: Number(row.messages),
    unmatched: Object.fromEntries(unmatched) as PaymentFigures['unmatched'],
    moneyIn: row.money_in,
  };
}
