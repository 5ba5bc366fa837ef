import type { GuessedClock } from '../../db/clock.ts';
import type { Db } from '../../db/pool.ts';
import type { Catalogue } from '../../lottery/catalogue.ts';
import type { Hub } from './hub.ts';

export interface FeedDeps {
  db: Db;
  /** For NOTIFY, which needs a connection of its own. */
  url: string;
  hub: Hub;
  /** The streams of the staff. */
  staffHub: Hub;
  clock: GuessedClock;
  catalogue(): Catalogue;
  onFault(what: string, error: unknown): void;
}
