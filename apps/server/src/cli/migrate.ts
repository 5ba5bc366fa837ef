import { type Config, ownerUrlOf, readConfig, urlOf } from '../config/config.ts';
import { migrate } from '../db/migrate.ts';
import { databaseIn } from '../db/rights/role-urls.ts';
import { type ProcessRole, roleName } from '../db/rights/roles.ts';
import type { Area } from './program/act.ts';

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
  const database = databaseIn(ownerUrl);
  const passwords = {
    api: passwordOf(config, 'api', database),
    draw: passwordOf(config, 'draw', database),
    jobs: passwordOf(config, 'jobs', database),
  };
  await migrate(ownerUrl, { passwords });
  return ['The database has the newest schema'];
}

/**
 * Password of a role. Throws an error of one line for a URL that is missing, has no password, or names another user.
 */
function passwordOf(config: Pick<Config, 'urls'>, role: ProcessRole, database: string): string {
  const [url, name] = [new URL(urlOf(config, role)), roleName(database, role)];
  const source = `TERCET_${role.toUpperCase()}_URL`;
  if (decodeURIComponent(url.username) !== name) {
    throw new Error(`configuration: ${source} must sign in as ${name}, the role ${role} of this database`);
  }
  if (url.password === '') throw new Error(`configuration: ${source} has no password for ${name}`);
  return decodeURIComponent(url.password);
}
