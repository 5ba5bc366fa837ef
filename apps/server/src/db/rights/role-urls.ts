import { type ProcessRole, type RolePasswords, roleNames } from './roles.ts';

/** The owner's URL with another user and password. */
export function urlAs(ownerUrl: string, name: string, password: string): string {
  const url = new URL(ownerUrl);
  url.username = encodeURIComponent(name);
  url.password = encodeURIComponent(password);
  return url.href;
}

/**
 * Connection URLs of the processes' roles, derived from the owner's URL. `database` defaults to the one in the URL.
 */
export function roleUrls(
  ownerUrl: string,
  passwords: RolePasswords,
  database = databaseIn(ownerUrl),
): Record<ProcessRole, string> {
  const names = roleNames(database);
  return {
    api: urlAs(ownerUrl, names.api, passwords.api),
    draw: urlAs(ownerUrl, names.draw, passwords.draw),
    jobs: urlAs(ownerUrl, names.jobs, passwords.jobs),
  };
}

/** Database name in a URL. */
export function databaseIn(url: string): string {
  return decodeURIComponent(new URL(url).pathname.slice(1));
}
