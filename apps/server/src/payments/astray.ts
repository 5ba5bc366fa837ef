import { sql } from 'kysely';
import type { Db } from '../db/pool.ts';
import type { ProviderEvent } from './provider.ts';

/**
 * What comes of a message that nothing here answers to, or answers to alone: money that was said to be there and is
 * not. To handle it again would change nothing, so it is handled, and people have to look: the runbook
 * `payouts-failing.md` says at what. The function `payments.figures` and its index know these words.
 */
const ASTRAY = [
  'unknown-reference',
  'other-sum',
  'contradicted',
  'credited-before',
  'bad-amount',
  'capture-failed',
  'charged-back',
  'refund-failed',
] as const;
type Astray = (typeof ASTRAY)[number];

/** They say of a page that it was not paid, or not yet: where nobody knows the page, no cent is missing. */
const WITHOUT_MONEY = ['pending', 'declined', 'expired'] as const satisfies ProviderEvent['kind'][];

export function isAstray({ kind }: Pick<ProviderEvent, 'kind'>, outcome: string): boolean {
  const of: readonly string[] = WITHOUT_MONEY;
  return ((ASTRAY as readonly string[]).includes(outcome) && !of.includes(kind)) || outcome === 'not-signed';
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
  astray: Record<Astray | 'not-signed', number>;
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
  const astray = [...ASTRAY, 'not-signed'].map((outcome) => [outcome, row.unmatched?.[outcome] ?? 0]);
  return {
    payouts: row.payouts ?? {},
    messages: Number(row.messages),
    astray: Object.fromEntries(astray) as PaymentFigures['astray'],
    moneyIn: row.money_in,
  };
}
