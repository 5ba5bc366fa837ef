import { hash } from 'node:crypto';

/** Processes of the server. Each signs in to the database with its own role. */
export const PROCESS_ROLES = ['api', 'draw', 'jobs'] as const;
export type ProcessRole = (typeof PROCESS_ROLES)[number];

/** PostgreSQL silently truncates longer names, so two databases could share a role. */
const NAME_BYTES_MAX = 63;
const HASH_DIGITS = 10;

/** Name of a process's role in a cluster: `<database>_api`. A long name is shortened and gets a hash. */
export function roleName(database: string, role: ProcessRole): string {
  const suffix = `_${role}`;
  if (Buffer.byteLength(database + suffix) <= NAME_BYTES_MAX) return database + suffix;
  const mark = `~${hash('sha256', database, 'hex').slice(0, HASH_DIGITS)}`;
  return firstBytes(database, NAME_BYTES_MAX - mark.length - suffix.length) + mark + suffix;
}

/** Role names by process. */
export function roleNames(database: string): Record<ProcessRole, string> {
  return { api: roleName(database, 'api'), draw: roleName(database, 'draw'), jobs: roleName(database, 'jobs') };
}

/** Password of each process's role. */
export type RolePasswords = Readonly<Record<ProcessRole, string>>;

/** Longest prefix of a text with at most `bytesMax` bytes in UTF-8. */
function firstBytes(text: string, bytesMax: number): string {
  let cut = '';
  for (const character of text) {
    if (Buffer.byteLength(cut + character) > bytesMax) break;
    cut += character;
  }
  return cut;
}

/** Quotes an identifier for SQL. */
export function quoteName(name: string): string {
  return `"${name.replaceAll('"', '""')}"`;
}

/** Quotes a text literal for SQL. Throws on a zero byte, which PostgreSQL text cannot contain. */
export function quoteText(text: string): string {
  if (text.includes('\0')) throw new TypeError('a text for the database contains a NUL byte');
  const quoted = `'${text.replaceAll("'", "''")}'`;
  return text.includes('\\') ? `E${quoted.replaceAll('\\', '\\\\')}` : quoted;
}
