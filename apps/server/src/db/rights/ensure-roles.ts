import { type Kysely, sql } from 'kysely';
import pg from 'pg';
import { sqlState } from '../transaction.ts';
import { DatabaseUnfit } from './database-unfit.ts';
import { urlAs } from './role-urls.ts';
import { PROCESS_ROLES, type ProcessRole, quoteName, quoteText, type RolePasswords } from './roles.ts';
import { scramVerifier } from './scram.ts';

type Names = Readonly<Record<ProcessRole, string>>;

/**
 * Session settings of the roles. The server also requests them on each connection, but a transaction-mode pooler
 * ignores that.
 */
const SETTINGS: Readonly<Record<string, string>> = { lock_timeout: '2s', statement_timeout: '15s', TimeZone: 'UTC' };
const ATTRIBUTES = 'login nosuperuser nocreatedb nocreaterole noreplication nobypassrls';
const DENIED = '42501';

interface Known {
  rolname: string;
  /** Whether the role can sign in and has no other attributes. */
  is_plain: boolean;
  settings: string[];
  /** Databases in which the role has settings of its own. */
  set_in: string[];
  member_of: string[];
}

/**
 * Creates or repairs the processes' roles: password, settings, and no attributes beyond signing in. A role may change
 * its own password and settings, so both are repaired at each start. Throws a
 * `DatabaseUnfit` with a script for an administrator when the owner may not do this.
 */
export async function ensureRoles<T>(
  db: Kysely<T>,
  ownerUrl: string,
  names: Names,
  passwords: RolePasswords,
): Promise<void> {
  const known = await knownRoles(db, names);
  const statements: string[] = [];
  for (const role of PROCESS_ROLES) {
    statements.push(...(await changesOf(known.get(names[role]), names[role], passwords[role], ownerUrl)));
  }
  try {
    for (const statement of statements) await withRetry(() => sql.raw(statement).execute(db));
  } catch (error) {
    if (sqlState(error) !== DENIED) throw error;
    throw new DatabaseUnfit(scriptFor(statements));
  }
}

async function knownRoles<T>(db: Kysely<T>, names: Names): Promise<Map<string, Known>> {
  const { rows } = await sql<Known>`
    select r.rolname::text, coalesce(r.rolconfig, '{}') as settings,
      r.rolcanlogin and not (r.rolsuper or r.rolcreatedb or r.rolcreaterole or r.rolreplication or r.rolbypassrls)
        as is_plain,
      array(select m.roleid::regrole::text from pg_auth_members m where m.member = r.oid) as member_of,
      array(select d.datname::text from pg_db_role_setting s join pg_database d on d.oid = s.setdatabase
        where s.setrole = r.oid) as set_in
    from pg_roles r where r.rolname = any (${Object.values(names)}::text[])`.execute(db);
  return new Map(rows.map((row) => [row.rolname, row]));
}

/** Statements that bring a role to its required state. Empty if it is correct. */
async function changesOf(
  known: Known | undefined,
  name: string,
  password: string,
  ownerUrl: string,
): Promise<string[]> {
  const quoted = quoteName(name);
  const wanted = Object.entries(SETTINGS);
  // A role may change its own settings, for example to a search path or a snapshot of its choice.
  const isOwn = known?.settings.some((one) => !wanted.some(([setting, value]) => one === `${setting}=${value}`));
  const settings = [
    ...(isOwn ? [`alter role ${quoted} reset all`] : []),
    ...(known?.set_in ?? []).map((database) => `alter role ${quoted} in database ${quoteName(database)} reset all`),
    ...wanted
      .filter(([setting, value]) => isOwn || !known?.settings.includes(`${setting}=${value}`))
      .map(([setting, value]) => `alter role ${quoted} set ${setting} = ${quoteText(value)}`),
  ];
  if (!known) return createRole(name, password);
  const secret = `password ${quoteText(scramVerifier(password))}`;
  const plain = known.is_plain ? [] : [`alter role ${quoted} ${ATTRIBUTES}`];
  const alone = known.member_of.map((other) => `revoke ${other} from ${quoted}`);
  const signsIn = known.is_plain && (await canSignIn(ownerUrl, name, password));
  return [...plain, ...alone, ...(signsIn ? [] : [`alter role ${quoted} ${secret}`]), ...settings];
}

/** Statements that create a role in its required state. The first one creates it. */
export function createRole(name: string, password: string): string[] {
  const quoted = quoteName(name);
  return [
    `create role ${quoted} ${ATTRIBUTES} password ${quoteText(scramVerifier(password))}`,
    ...Object.entries(SETTINGS).map(([setting, value]) => `alter role ${quoted} set ${setting} = ${quoteText(value)}`),
  ];
}

/** Whether the role can sign in with this password. If so, its password is left unchanged. */
async function canSignIn(ownerUrl: string, name: string, password: string): Promise<boolean> {
  const client = new pg.Client({ connectionString: urlAs(ownerUrl, name, password), connectionTimeoutMillis: 5_000 });
  client.on('error', () => {});
  try {
    await client.connect();
    return true;
  } catch (error) {
    // The password is correct, but the role may not connect to this database yet. Its rights are granted later.
    return sqlState(error) === DENIED;
  } finally {
    await client.end().catch(() => {});
  }
}

/**
 * Retries conflicts. Roles belong to the whole cluster, so two databases that migrate at once may update the same
 * catalog row.
 */
async function withRetry(act: () => Promise<unknown>): Promise<void> {
  for (let attempt = 1; ; attempt++) {
    try {
      await act();
      return;
    } catch (error) {
      if (/already exists/.test(String(error))) return;
      if (attempt === 8 || !/concurrently updated/.test(String(error))) throw error;
      await new Promise((resolve) => setTimeout(resolve, 20 * attempt));
    }
  }
}

/** The script contains password verifiers in PostgreSQL's stored form. Nobody can sign in with them. */
function scriptFor(statements: readonly string[]): string {
  return [
    'The owner of this database may not make roles. Have an administrator of the server run this, then start again:',
    '',
    ...statements.map((statement) => `${statement};`),
  ].join('\n');
}
