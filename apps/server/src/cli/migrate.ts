import { type Config, ownerUrlOf, readConfig } from '../config/config.ts';
import { migrate } from '../db/migrate.ts';
import { databaseIn } from '../db/rights/role-urls.ts';
import type { Area } from './program/act.ts';
import { passwordsOf } from './role-passwords.ts';

export const MIGRATE: Area = {
  name: 'migrate',
  about: 'the schema of the database',
  acts: [
    {
      name: '',
      about: 'creates the database roles and brings the schema up to date, before processes start',
      scope: 'database',
      needs: 'schema',
      run: ({ environment }) => migrateFor(readConfig(environment)),
    },
  ],
};

/**
 * Migrates the database of several processes to the newest schema, and sets the roles' passwords from their URLs.
 * Concurrent runs are safe.
 */
async function migrateFor(config: Config): Promise<string[]> {
  const ownerUrl = ownerUrlOf(config);
  await migrate(ownerUrl, { passwords: passwordsOf(config, databaseIn(ownerUrl)) });
  return ['The database has the newest schema'];
}
