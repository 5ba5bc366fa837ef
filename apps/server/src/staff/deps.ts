import type { FieldCipher } from '../crypto/field-cipher.ts';
import type { RowMacs } from '../crypto/row-macs.ts';
import type { Db } from '../db/pool.ts';
import type { Tx } from '../db/transaction.ts';
import type { Refusal } from '../refusal.ts';
import type { People } from './two-people.ts';

/** Password hashing, in the same queue as members' passwords. */
export interface PasswordWork {
  hash(password: string): Promise<string>;
  matches(password: string, stored: string | null): Promise<boolean>;
}

/**
 * Runs `look`, which checks a secret, with attempts counted by name and by address. Wrong answers are limited, right
 * ones are not. `look` throws `attempts.wrong(…)` for a wrong answer. Throws `throttled` when the name or the address
 * has no attempts left, and `busy`.
 */
export interface AttemptCounter {
  lookAt<T>(name: string, address: string, look: (tried: OpenStaffAttempt) => Promise<T>): Promise<T>;
  /** Makes the refusal of a wrong answer. */
  wrong(...refusal: ConstructorParameters<typeof Refusal>): Refusal;
}

export interface OpenStaffAttempt {
  /** Call after a right answer, in its transaction. */
  forgive(tx: Tx): Promise<void>;
}

/** The house as a WebAuthn relying party. */
export interface RelyingParty {
  /** Display name in the browser. */
  name: string;
  /** Host name that passkeys belong to. */
  id: string;
  /** Origin of the console's pages. */
  origin: string;
}

/** Dependencies of this folder's acts. */
export interface StaffDeps {
  db: Db;
  passwords: PasswordWork;
  attempts: AttemptCounter;
  /** Limits challenges per address, because they need no sign-in. Throws `throttled`. */
  countChallenge(address: string): Promise<void>;
  /** True when one more failure of a name or address should be logged: only the first few within 15 minutes. */
  countFailure(name: string, address: string): Promise<boolean>;
  cipher: FieldCipher;
  /** Authenticates rows that the server wrote. */
  macs: RowMacs;
  people: People;
  /**
   * True: a password alone is not enough; sign-in needs a one-time code too, or a passkey instead of both. False in a
   * play house: only accounts with a secret for codes must enter one.
   */
  codeRequired: boolean;
  /** Time without use after which a session ends. */
  idleMs: number;
}
