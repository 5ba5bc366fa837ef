import type { Db } from '../db/pool.ts';
import type { Tx } from '../db/transaction.ts';
import type { Account } from '../ledger/lock.ts';
import type { Message } from '../members/messages/messages.ts';
import type { PersonKey } from '../members/persons/person-keys.ts';
import type { Sessions } from '../members/sessions/sessions.ts';
import type { ExclusionRegister } from './exclusion-register.ts';
import type { IdentityProvider } from './provider.ts';

/** Dependencies of this folder's acts; built once by `app/identity.ts`. */
export interface IdentityDeps {
  db: Db;
  /** Null when the house has no provider: nobody can prove their identity. */
  provider: IdentityProvider | null;
  /** Null when the house asks no exclusion register. */
  register: ExclusionRegister | null;
  /** True when the house requires identity checks: in a live house, not in a play house. */
  asked: boolean;
  personKey: PersonKey;
  sessions: Sessions;
  tell(tx: Tx, account: Account, message: Message): Promise<void>;
}
