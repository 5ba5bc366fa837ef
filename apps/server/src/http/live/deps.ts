import type { GuessedClock } from '../../db/clock.ts';
import type { Db } from '../../db/pool.ts';
import type { Catalogue } from '../../lottery/catalogue.ts';
import type { Hub } from './hub.ts';
import type { StaffHubs } from './staff-hubs.ts';

export interface FeedDeps {
  db: Db;
  /** Database URL for LISTEN, which needs its own connection. */
  url: string;
  hub: Hub;
  /** The event streams of staff. */
  staffHubs: StaffHubs;
  clock: GuessedClock;
  catalogue(): Catalogue;
  onFault(what: string, error: unknown): void;
}
