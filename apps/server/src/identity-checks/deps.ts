import type { Db } from '../db/pool.ts';
import type { Tx } from '../db/transaction.ts';
import type { Account } from '../ledger/lock.ts';
import type { Message } from '../members/messages/messages.ts';
import type { PersonKey } from '../members/persons/person-keys.ts';
import type { Sessions } from '../members/sessions/sessions.ts';
import type { IdentityProvider } from './provider.ts';

/** What the acts of this folder need; built once by `app/identity.ts`. */
export interface IdentityDeps {
  db: Db;
  /** Null where the house has none: nobody can show who he is. */
  provider: IdentityProvider | null;
  /** Whether the house wants to know who plays: a live one does, a play house does not. */
  asked: boolean;
  personKey: PersonKey;
  sessions: Sessions;
  tell(tx: Tx, account: Account, message: Message): Promise<void>;
}
