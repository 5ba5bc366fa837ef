import type { FieldCipher } from '../crypto/field-cipher.ts';
import type { RowMacs } from '../crypto/row-macs.ts';
import type { Db } from '../db/pool.ts';
import type { Tx } from '../db/transaction.ts';
import type { PaymentProvider } from './provider.ts';
import type { Tell } from './tell.ts';
import type { OwnCaps } from './top-up-room.ts';
import type { WalArchive } from './wal-archive.ts';

/** Who of the staff counts where an act takes two people; how that is known, this domain does not know. */
export interface TwoPeople {
  /** For who wants to be one of the two. Throws `too-new`, `forbidden`. */
  refuseTooNew(q: Db | Tx['q'], staffId: string): Promise<void>;
  /** Those whose word counts now: who work here, in one of the roles. */
  counted(q: Db | Tx['q'], staffIds: readonly string[], roles: readonly string[]): Promise<Set<string>>;
}

/** What the acts of this folder need; built once by `app/wallet.ts`. */
export interface PaymentsDeps {
  db: Db;
  /** Null where the house has none: nothing can be paid in, and payouts wait. */
  provider: PaymentProvider | null;
  cipher: FieldCipher;
  /** Tells decisions of the staff from rows that somebody else wrote. */
  macs: RowMacs;
  /** What payouts and refunds wait for; by default for nothing. */
  walArchive?: WalArchive;
  tell: Tell;
  /** What members allow themselves to top up; how they do, this domain does not know. */
  ownCaps: OwnCaps;
  people: TwoPeople;
  money: { currency: string; exponent: number };
  /** Told of a message that moves money and fits nothing here, by the provider's id of it; by default nobody is. */
  onUnmatched?(eventId: string, outcome: string): void;
}
