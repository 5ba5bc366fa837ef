import { ownerUrlOf, readConfig } from '../config/config.ts';
import { databaseScript } from '../db/rights/database-script.ts';
import { databaseIn } from '../db/rights/role-urls.ts';
import type { Area } from './program/act.ts';
import { passwordsOf } from './role-passwords.ts';

export const DATABASE: Area = {
  name: 'database',
  about: 'what an administrator of PostgreSQL does for a club',
  acts: [
    {
      name: 'script',
      about: 'prints a psql script that creates the owner, the roles and an empty database, with stored passwords',
      scope: 'files',
      run: async ({ environment }) => scriptFor(environment),
    },
  ],
};

function scriptFor(environment: NodeJS.ProcessEnv): string[] {
  const config = readConfig(environment);
  const ownerUrl = ownerUrlOf(config);
  return databaseScript(ownerUrl, passwordsOf(config, databaseIn(ownerUrl)));
}
