import type { RowMacs } from '../crypto/row-macs.ts';
import type { Db } from '../db/pool.ts';
import type { Catalogue } from '../lottery/catalogue.ts';
import type { PaymentsDeps } from '../payments/deps.ts';

/** Dependencies of the reconciliation. */
export interface ReconcileDeps {
  db: Db;
  /** Verifies signatures of provider messages again. Null: trusts the recorded verification. */
  payments: Pick<PaymentsDeps, 'provider' | 'cipher'> | null;
  /** Verifies that the server wrote a staff decision. Null: trusts the row. */
  macs: RowMacs | null;
  catalogue(): Catalogue;
  /** The book's verifier keys from this process's configuration. Without them, the keys in the database are used. */
  logKeys?: () => Promise<readonly string[]>;
}
