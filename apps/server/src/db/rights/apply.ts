import type { Kysely, Transaction } from 'kysely';
import { sql } from 'kysely';
import { DatabaseUnfit } from './database-unfit.ts';
import { declaredRights, differences, type Place, type Right } from './declared.ts';
import { type GrantedRight, grantedRights } from './granted.ts';
import { type ProcessRole, quoteName } from './roles.ts';

type Names = Readonly<Record<ProcessRole, string>>;

/** Revoking a right on a whole table also revokes its column rights. A second pass may find some of those missing. */
const TURNS_MAX = 3;
/** Functions created by later migrations have no rights until they are declared. */
const DEFAULTS = 'alter default privileges revoke execute on functions from public';

/**
 * Grants the processes' roles exactly the declared rights. Revokes all others from them and from PUBLIC. Writes
 * nothing if all rights are correct. Runs as the owner, in one transaction. Throws a `DatabaseUnfit` with a script for
 * an administrator when the owner does not own the database itself.
 */
export async function applyRights<T>(db: Kysely<T>, names: Names, place: Place): Promise<void> {
  const wanted = declaredRights(place);
  const statements = await db.transaction().execute(async (trx) => {
    await sql.raw(DEFAULTS).execute(trx);
    await closeLargeObjects(trx);
    const foreign = await foreignTargets(trx);
    for (let turn = 1; ; turn++) {
      const changes = changesOf(differences(await grantedRights(trx, names, place), wanted), names);
      const own = changes.filter(({ target }) => !foreign.has(target));
      if (own.length === 0) return changes.map(({ statement }) => statement);
      if (turn === TURNS_MAX)
        throw new Error(`these grants keep changing back: ${own.map(({ statement }) => statement).join('; ')}`);
      for (const { statement } of own) await sql.raw(statement).execute(trx);
    }
  });
  if (statements.length > 0) throw new DatabaseUnfit(scriptFor(statements));
}

/**
 * Revokes the functions of large objects, which PostgreSQL grants to everyone. Only a superuser can do this. For other
 * owners, large objects stay open.
 */
async function closeLargeObjects<T>(trx: Transaction<T>): Promise<void> {
  const { rows } = await sql<{ name: string }>`
    select oid::regprocedure::text as name from pg_proc
    where pronamespace = 'pg_catalog'::regnamespace and proname in ('lo_creat', 'lo_create', 'lo_from_bytea')
      and has_function_privilege('public', oid, 'execute')
      and (select rolsuper from pg_roles where rolname = current_user)`.execute(trx);
  for (const { name } of rows) await sql.raw(`revoke execute on function ${name} from public`).execute(trx);
}

/** The database and the schema `public`, if another role owns them. */
async function foreignTargets<T>(trx: Transaction<T>): Promise<Set<string>> {
  const { rows } = await sql<{ target: string }>`
    select format('database %I', d.datname) as target from pg_database d
      where d.datname = current_database() and not pg_has_role(d.datdba, 'usage')
    union all
    select 'schema public' from pg_namespace n where n.nspname = 'public' and not pg_has_role(n.nspowner, 'usage')`.execute(
    trx,
  );
  return new Set(rows.map(({ target }) => target));
}

interface Change {
  /** Example: `database "club"`. */
  target: string;
  statement: string;
}

function changesOf(
  { missing, excess }: { missing: readonly Right[]; excess: readonly GrantedRight[] },
  names: Names,
): Change[] {
  const taken = grouped(excess).map(([{ grantee, kind, target }, rights]) => {
    const from = grantee === 'public' ? 'public' : quoteName(names[grantee]);
    return { target: `${kind} ${target}`, statement: `revoke ${listOf(rights)} on ${kind} ${target} from ${from}` };
  });
  const given = grouped(missing.map((right) => ({ ...right, target: targetOf(right) }))).map(
    ([{ grantee, kind, target }, rights]) => {
      if (grantee === 'public') throw new Error(`rights are declared for ${grantee}`);
      return {
        target: `${kind} ${target}`,
        statement: `grant ${listOf(rights)} on ${kind} ${target} to ${quoteName(names[grantee])}`,
      };
    },
  );
  return [...taken, ...given];
}

/** Groups rights by grantee and object. */
function grouped(rights: readonly GrantedRight[]): [GrantedRight, GrantedRight[]][] {
  const groups = Map.groupBy(rights, ({ grantee, kind, target }) => `${grantee} ${kind} ${target}`);
  return [...groups.values()].flatMap((own) => (own[0] ? [[own[0], own]] : []));
}

/** Example: `select, update ("size", "frontier")`. */
function listOf(rights: readonly Right[]): string {
  const groups = Map.groupBy(rights, ({ privilege, column }) => `${privilege} ${column === null}`);
  return [...groups.values()]
    .map((own) => {
      const columns = own.flatMap(({ column }) => (column === null ? [] : [quoteName(column)]));
      return `${own[0]?.privilege}${columns.length === 0 ? '' : ` (${columns.join(', ')})`}`;
    })
    .join(', ');
}

/**
 * Quotes as `format('%I')` does. A function is named without arguments, which PostgreSQL accepts if the name is
 * unique.
 */
function targetOf({ object, kind }: Right): string {
  const parts = kind === 'database' ? [object] : object.split('.');
  return parts.map((part) => (/^[a-z_][a-z0-9_]*$/.test(part) ? part : quoteName(part))).join('.');
}

function scriptFor(statements: readonly string[]): string {
  return [
    'The owner of the tables may not change who enters this database. Have its administrator run this, then start again:',
    '',
    ...statements.map((statement) => `${statement};`),
  ].join('\n');
}
