import pg from 'pg';

/** The database that the environment names. */
export interface NamedDatabase {
  /** Variable that names it. */
  source: string;
  url: string;
  /** Whether it signs in as the owner, as every act does. */
  isOwner: boolean;
}

const OWNER_VARIABLES = ['TERCET_OWNER_URL', 'DATABASE_URL'];
const ROLE_VARIABLES = [
  'TERCET_APP_URL',
  'TERCET_API_URL',
  'TERCET_JOBS_URL',
  'TERCET_DRAW_URL',
  'TERCET_LISTEN_URL',
  'TERCET_SLIPS_URL',
];

const SCHEME = /^postgres(ql)?:\/\//;

/**
 * The database that the environment names. Null if it names none. Throws an error of one line for an empty variable: a
 * missing secret in a script must not lead to another database.
 */
export function namedDatabase(environment: NodeJS.ProcessEnv): NamedDatabase | null {
  const all = [...OWNER_VARIABLES, ...ROLE_VARIABLES];
  const empty = all.find((source) => environment[source]?.trim() === '');
  if (empty !== undefined) throw new Error(`configuration: ${empty} is empty: set it, or unset it`);
  for (const source of all) {
    const url = environment[source];
    if (url !== undefined) return { source, url, isOwner: OWNER_VARIABLES.includes(source) };
  }
  return null;
}

/**
 * First line of every act on a database: database, host, port and role, without the password. `from` is the variable
 * that names it, or the place of the embedded database.
 */
export function databaseLine(url: string, from: string): string {
  // Without its scheme a URL is read as something else, and the password as a name.
  if (!SCHEME.test(url) || !URL.canParse(url)) throw new Error(`configuration: ${from} is not a connection string`);
  const { database, host, port, user } = new pg.Client({ connectionString: url });
  return `database  ${database ?? user} on ${host}:${port} as ${user} (${from})`;
}
