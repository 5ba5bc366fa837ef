import { sql } from 'kysely';
import type { Db } from '../../db/pool.ts';
import type { ProviderEvent } from './provider.ts';

/**
 * Outcomes of provider events that match no record of ours, or contradict one. Retrying changes nothing, so the event
 * counts as handled and staff must investigate (docs/operating/payouts-failing.md). `payments.figures` and its index
 * use the same words.
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

/** Events that report an unpaid page. No money is missing when such an event matches no record. */
const WITHOUT_MONEY = ['pending', 'declined', 'expired'] as const satisfies ProviderEvent['kind'][];

export function isUnmatched({ kind }: Pick<ProviderEvent, 'kind'>, outcome: string): boolean {
  const of: readonly string[] = WITHOUT_MONEY;
  return ((UNMATCHED as readonly string[]).includes(outcome) && !of.includes(kind)) || outcome === 'not-signed';
}

/** Metrics of payments. Any process may read them; they contain no member data. */
export interface PaymentFigures {
  /** Open withdrawals by state: their count, and the age of the oldest in seconds. */
  payouts: Record<string, { n: number; oldest: number }>;
  /** Provider messages that are not handled yet. */
  messages: number;
  /**
   * Events of the last seven days that staff must investigate, counted by outcome; every outcome is present.
   * `not-signed`: stored messages without the provider's signature, and events without a signed message.
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
  if (!row) throw new Error('the query of payment counts returned no row');
  const unmatched = [...UNMATCHED, 'not-signed'].map((outcome) => [outcome, row.unmatched?.[outcome] ?? 0]);
  return {
    payouts: row.payouts ?? {},
    messages: Number(row.messages),
    unmatched: Object.fromEntries(unmatched) as PaymentFigures['unmatched'],
    moneyIn: row.money_in,
  };
}
