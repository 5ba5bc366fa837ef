import type { Tx } from '../db/transaction.ts';
import type { Account } from '../ledger/lock.ts';

/** Notifications to a member about their money. The app words them. Amounts are decimal strings of minor units. */
export type MoneyNews =
  | { kind: 'top-up-credited' | 'top-up-failed' | 'top-up-expired'; params: { topUpId: string; amountMinor: string } }
  | {
      kind: 'top-up-review' | 'top-up-credit-card' | 'top-up-refunded';
      params: { topUpId: string; amountMinor: string; currency: string };
    }
  | {
      kind:
        | 'withdrawal-submitted'
        | 'withdrawal-approved'
        | 'withdrawal-paid'
        | 'withdrawal-failed'
        | 'withdrawal-returned';
      params: { withdrawalId: string; amountMinor: string };
    }
  | { kind: 'withdrawal-in-review'; params: { withdrawalId: string; amountMinor: string; dueAtMs: number } }
  | { kind: 'withdrawal-refused'; params: { withdrawalId: string; amountMinor: string; reason: string; words: string } }
  | { kind: 'legal-hold-set'; params: { authority: string; reference: string; expiresAtMs: number } }
  | { kind: 'legal-hold-lifted'; params: { authority: string; reference: string } }
  | { kind: 'payee-bound' | 'payee-replacing'; params: { masked: string; activeAtMs: number } }
  | { kind: 'payee-replacement-cancelled'; params: { masked: string } }
  | { kind: 'payee-permit'; params: { expiresAtMs: number } };

/**
 * Notifies a member in the current transaction. Supplied by `app.ts`, because messages belong to the members' domain.
 */
export type Tell = (tx: Tx, account: Account, news: MoneyNews) => Promise<void>;
