import { type Config, urlOf } from '../config/config.ts';
import { type ProcessRole, type RolePasswords, roleName } from '../db/rights/roles.ts';

/**
 * Passwords of the processes' roles, from their URLs. Throws an error of one line for a URL that is missing, has no
 * password, or names another user.
 */
export function passwordsOf(config: Pick<Config, 'urls'>, database: string): RolePasswords {
  return {
    api: passwordOf(config, 'api', database),
    draw: passwordOf(config, 'draw', database),
    jobs: passwordOf(config, 'jobs', database),
  };
}

function passwordOf(config: Pick<Config, 'urls'>, role: ProcessRole, database: string): string {
  const [url, name] = [new URL(urlOf(config, role)), roleName(database, role)];
  const source = `TERCET_${role.toUpperCase()}_URL`;
  if (decodeURIComponent(url.username) !== name) {
    throw new Error(`configuration: ${source} must sign in as ${name}, the role ${role} of this database`);
  }
  if (url.password === '') throw new Error(`configuration: ${source} has no password for ${name}`);
  return decodeURIComponent(url.password);
}
