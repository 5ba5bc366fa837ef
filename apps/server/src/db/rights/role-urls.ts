import { type ProcessRole, type RolePasswords, roleNames } from './roles.ts';

/** The owner's URL with another user. */
export function urlAs(ownerUrl: string, name: string, password: string): string {
  const url = new URL(ownerUrl);
  url.username = encodeURIComponent(name);
  url.password = encodeURIComponent(password);
  return url.href;
}

/** The owner's URL as each of the processes' roles; `database` is the one that the URL names unless told otherwise. */
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

/** The database that a URL names. */
export function databaseIn(url: string): string {
  return decodeURIComponent(new URL(url).pathname.slice(1));
}
