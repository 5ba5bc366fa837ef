import type { Db } from '../db/pool.ts';

/** What the endpoints of the city guide need. `locale`: the language of the house. */
export interface DirectoryDeps {
  db: Db;
  house: { locale: string };
}
