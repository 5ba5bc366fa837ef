import type { Db } from '../db/pool.ts';
import type { PersonKey } from './persons/person-keys.ts';
import type { Passwords } from './sessions/passwords.ts';
import type { Pepper } from './sessions/pepper.ts';
import type { Sessions } from './sessions/sessions.ts';
import type { TryLimits } from './sessions/tries.ts';

/** What the acts of this folder need; built once in `app.ts`. */
export interface MembersDeps {
  db: Db;
  passwords: Passwords;
  pepper: Pepper;
  personKey: PersonKey;
  sessions: Sessions;
  limits: TryLimits;
  /** Names that nobody may register, nor what looks like them. */
  keptNames: {
    /** Of the house, and of the roles of its staff. */
    own: readonly string[];
    /** Of those who work here, or did. */
    staff(): Promise<readonly string[]>;
  };
  house: {
    ageMin: number;
    /** The version to agree to now. */
    agreementVersion: number;
  };
}
