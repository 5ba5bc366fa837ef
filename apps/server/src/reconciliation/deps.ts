import type { RowMacs } from '../crypto/row-macs.ts';
import type { Db } from '../db/pool.ts';
import type { Catalogue } from '../lottery/catalogue.ts';
import type { PaymentsDeps } from '../payments/deps.ts';

/** Dependencies of the reconciliation. */
export interface ReconcileDeps {
  db: Db;
  /** Verifies the signatures of provider messages again; null: believes that they were verified. */
  payments: Pick<PaymentsDeps, 'provider' | 'cipher'> | null;
  /** Tells whether the server wrote a decision of staff; null: believes that it did. */
  macs: RowMacs | null;
  catalogue(): Catalogue;
  /** The book's verifier keys as this process knows them; without them those in the database count. */
  logKeys?: () => Promise<readonly string[]>;
}
