import type { Db } from '../db/pool.ts';
import type { Tx } from '../db/transaction.ts';
import type { Sealer } from '../sealed.ts';

/** The same queue that members' passwords wait in. */
export interface PasswordWork {
  hash(password: string): Promise<string>;
  matches(password: string, stored: string | null): Promise<boolean>;
}

/** Counts tries by name and by address. Throws `throttled` when either has had its tries. */
export interface TryCounter {
  count(name: string, address: string): Promise<CountedStaffTry>;
}

export interface CountedStaffTry {
  /** Runs what looks at the secret; when it throws, the try is not held against anyone. */
  lookAt<T>(look: () => Promise<T>): Promise<T>;
  /** After a right answer. */
  forgive(tx: Tx): Promise<void>;
}

/** What the acts of this folder need. */
export interface StaffDeps {
  db: Db;
  passwords: PasswordWork;
  tries: TryCounter;
  sealer: Sealer;
  /** Nobody signs in without a one-time code. In a play house only those have one who were given a secret for it. */
  codeRequired: boolean;
}
