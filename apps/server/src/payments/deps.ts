import type { Db } from '../db/pool.ts';
import type { Sealer } from '../sealed.ts';
import type { PaymentProvider } from './provider.ts';
import type { Tell } from './tell.ts';
import type { OwnCaps } from './top-up-room.ts';

/** What the acts of this folder need; built once by `app-wallet.ts`. */
export interface PaymentsDeps {
  db: Db;
  /** Null where the house has none: nothing can be paid in, and payouts wait. */
  provider: PaymentProvider | null;
  sealer: Sealer;
  tell: Tell;
  /** What members allow themselves to top up; how they do, this domain does not know. */
  ownCaps: OwnCaps;
  money: { currency: string; exponent: number };
}
