import { hash } from 'node:crypto';

/** The processes of the server. Each signs in to the database as a role of its own. */
export const PROCESS_ROLES = ['api', 'draw', 'jobs'] as const;
export type ProcessRole = (typeof PROCESS_ROLES)[number];

/** PostgreSQL cuts longer names off without an error, so that two databases could share a role. */
const NAME_BYTES_MAX = 63;
const HASH_DIGITS = 10;

/** The name of a process's role in a cluster: `<database>_api`. A long name is cut and marked with its hash. */
export function roleName(database: string, role: ProcessRole): string {
  const suffix = `_${role}`;
  if (Buffer.byteLength(database + suffix) <= NAME_BYTES_MAX) return database + suffix;
  const mark = `~${hash('sha256', database, 'hex').slice(0, HASH_DIGITS)}`;
  return firstBytes(database, NAME_BYTES_MAX - mark.length - suffix.length) + mark + suffix;
}

/** All of them, by process. */
export function roleNames(database: string): Record<ProcessRole, string> {
  return { api: roleName(database, 'api'), draw: roleName(database, 'draw'), jobs: roleName(database, 'jobs') };
}

/** A password for each process's role. */
export type RolePasswords = Readonly<Record<ProcessRole, string>>;

/** The longest start of a text that has at most so many bytes in UTF-8. */
function firstBytes(text: string, bytesMax: number): string {
  let cut = '';
  for (const character of text) {
    if (Buffer.byteLength(cut + character) > bytesMax) break;
    cut += character;
  }
  return cut;
}

/** An identifier as SQL writes it. */
export function quoteName(name: string): string {
  return `"${name.replaceAll('"', '""')}"`;
}

/** A text as SQL writes it. Throws on a zero byte, which no text of PostgreSQL holds. */
export function quoteText(text: string): string {
  if (text.includes('\0')) throw new TypeError('a text for the database holds a zero byte');
  const quoted = `'${text.replaceAll("'", "''")}'`;
  return text.includes('\\') ? `E${quoted.replaceAll('\\', '\\\\')}` : quoted;
}
