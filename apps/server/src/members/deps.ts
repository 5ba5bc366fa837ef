import type { Db } from '../db/pool.ts';
import type { PersonKey } from './persons/person-keys.ts';
import type { AttemptLimits } from './sessions/attempts.ts';
import type { Passwords } from './sessions/passwords.ts';
import type { Pepper } from './sessions/pepper.ts';
import type { Sessions } from './sessions/sessions.ts';

/** Dependencies of this folder's acts; built once in `app.ts`. */
export interface MembersDeps {
  db: Db;
  passwords: Passwords;
  pepper: Pepper;
  personKey: PersonKey;
  sessions: Sessions;
  limits: AttemptLimits;
  /** Time without use after which a session is locked for money. */
  idleMs: number;
  /** Names that nobody may register, including look-alikes. */
  reservedNames: {
    house: string;
    /** Names of the staff's roles. */
    roles: readonly string[];
    /** Names of current and former staff. */
    staff(): Promise<readonly string[]>;
  };
  house: {
    ageMin: number;
    /** The version that members must accept now. */
    agreementVersion: number;
    /** The rated statement on members' money; null in a house that holds none. */
    funds: { version: string; rating: 'basic' | 'medium' | 'high' } | null;
  };
}
