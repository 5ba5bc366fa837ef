import type { FieldCipher } from '../crypto/field-cipher.ts';
import type { RowMacs } from '../crypto/row-macs.ts';
import type { Db } from '../db/pool.ts';
import type { Tx } from '../db/transaction.ts';
import type { Account } from '../ledger/lock.ts';
import type { Tell } from './notifications.ts';
import type { PaymentProvider } from './provider/provider.ts';
import type { MemberCaps } from './top-ups/top-up-limits.ts';
import type { WalArchive } from './wal-archive.ts';

/** Decides which staff members count when an act takes two people. Implemented outside this domain. */
export interface TwoPeople {
  /** Refuses a staff member who may not be one of the two. Throws `too-new`, `forbidden`. */
  refuseTooNew(q: Db | Tx['q'], staffId: string): Promise<void>;
  /** Returns those of `staffIds` who work here now and have one of the roles. */
  counted(q: Db | Tx['q'], staffIds: readonly string[], roles: readonly string[]): Promise<Set<string>>;
}

/** Dependencies of this folder's acts; built once by `app/wallet.ts`. */
export interface PaymentsDeps {
  db: Db;
  /** Null when the house has no provider: top-ups are refused and payouts wait. */
  provider: PaymentProvider | null;
  cipher: FieldCipher;
  /** Authenticates rows of staff decisions, so that rows inserted by another writer count for nothing. */
  macs: RowMacs;
  /** Payouts and refunds wait for this archive. By default they wait for nothing. */
  walArchive?: WalArchive;
  tell: Tell;
  /** Until when a member cannot replace the payee; null if they can. Implemented outside this domain. */
  payeeLockedUntil(q: Db | Tx['q'], account: Account): Promise<Date | null>;
  /** Members' own top-up limits. Implemented outside this domain. */
  memberCaps: MemberCaps;
  people: TwoPeople;
  money: { currency: string; exponent: number };
  /** True in a house that sends payments by credit card back. */
  refusesCreditCards: boolean;
  /** The member's real name; null without one. Implemented outside this domain. */
  nameOf(q: Db | Tx['q'], account: Account): Promise<string | null>;
  /** Called with the event id and outcome of a provider event that moves money and matches no record. Optional. */
  onUnmatched?(eventId: string, outcome: string): void;
}
