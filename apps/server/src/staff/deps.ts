import type { FieldCipher } from '../crypto/field-cipher.ts';
import type { RowMacs } from '../crypto/row-macs.ts';
import type { Db } from '../db/pool.ts';
import type { Tx } from '../db/transaction.ts';
import type { Refusal } from '../refusal.ts';
import type { People } from './two-people.ts';

/** The same queue that members' passwords wait in. */
export interface PasswordWork {
  hash(password: string): Promise<string>;
  matches(password: string, stored: string | null): Promise<boolean>;
}

/**
 * Looks at a secret, with the tries counted by name and by address: at most so many wrong ones, any number of right
 * ones. `look` throws `tries.wrong(…)` for a wrong answer. Throws `throttled` when either has had its tries, `busy`.
 */
export interface TryCounter {
  lookAt<T>(name: string, address: string, look: (tried: OpenStaffTry) => Promise<T>): Promise<T>;
  /** The refusal of a wrong answer. */
  wrong(...refusal: ConstructorParameters<typeof Refusal>): Refusal;
}

export interface OpenStaffTry {
  /** After a right answer, in its transaction. */
  forgive(tx: Tx): Promise<void>;
}

/** What browsers and authenticators know the house by. */
export interface RelyingParty {
  /** Shown by the browser. */
  name: string;
  /** The host name that passkeys are made for. */
  id: string;
  /** Where the console's pages come from. */
  origin: string;
}

/** What the acts of this folder need. */
export interface StaffDeps {
  db: Db;
  passwords: PasswordWork;
  tries: TryCounter;
  /** Anybody may ask for something to sign; an address does so a few times. Throws `throttled`. */
  countChallenge(address: string): Promise<void>;
  /** Whether one more failure under a name, from an address, is written down: the first few of a quarter of an hour. */
  countFailure(name: string, address: string): Promise<boolean>;
  cipher: FieldCipher;
  /** What tells rows that the server wrote from others. */
  macs: RowMacs;
  people: People;
  /**
   * Nobody signs in with a password alone: it takes a one-time code, or a passkey in place of both. In a play house
   * only those are asked for a code who were given a secret for it.
   */
  codeRequired: boolean;
}
