import { type Config, ownerUrlOf, readConfig } from '../../config/config.ts';
import { type Db, openDb, openPool, type PoolOptions } from '../../db/pool.ts';
import type { Call } from './act.ts';

type Options = Partial<Pick<PoolOptions, 'connectionsMax' | 'longestStatementMs'>>;

/** Runs an act on the owner's connections to the database, with the configuration of the call. */
export async function withDb<T>(
  { environment }: Pick<Call, 'environment'>,
  options: Options,
  act: (db: Db, config: Config) => Promise<T>,
): Promise<T> {
  const config = readConfig(environment);
  const url = ownerUrlOf(config);
  const db = openDb(openPool({ url, connectionsMax: 2, applicationName: 'tercet club', ...options }));
  try {
    return await act(db, config);
  } finally {
    await db.destroy();
  }
}
