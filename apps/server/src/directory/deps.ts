import type { Db } from '../db/pool.ts';

/** Dependencies of the city guide's endpoints. `locale`: the language of the house. */
export interface DirectoryDeps {
  db: Db;
  house: { locale: string };
}
