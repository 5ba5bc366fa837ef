import type { Kysely } from 'kysely';
import { sql } from 'kysely';
import { declaredSchemas, type Place, type Right } from './declared.ts';
import { PROCESS_ROLES, type ProcessRole } from './roles.ts';

/** A right that is currently granted, with its object as SQL names it. */
export interface GrantedRight extends Right {
  /** Quoted. A function includes its arguments. */
  target: string;
}

interface Row {
  grantee: string;
  privilege: string;
  column: string | null;
  kind: Right['kind'];
  object: string;
  target: string;
}

/**
 * Current rights of the processes' roles and PUBLIC to our schemas, the schema `public` and the database. Includes
 * PostgreSQL's default grants to PUBLIC, on functions and the database.
 */
export async function grantedRights<T>(
  q: Kysely<T>,
  names: Readonly<Record<ProcessRole, string>>,
  { database }: Pick<Place, 'database'>,
): Promise<GrantedRight[]> {
  const schemas = declaredSchemas();
  const { rows } = await sql<Row>`
    with acl as (
      select 'database' as kind, d.datname::text as object, format('%I', d.datname) as target, null::text as "column",
          a.grantee, a.privilege_type
        from pg_database d, aclexplode(coalesce(d.datacl, acldefault('d', d.datdba))) a where d.datname = ${database}
      union all
      select 'schema', n.nspname, format('%I', n.nspname), null, a.grantee, a.privilege_type
        from pg_namespace n, aclexplode(coalesce(n.nspacl, acldefault('n', n.nspowner))) a
        where n.nspname = any (${schemas}::text[]) or n.nspname = 'public'
      union all
      select 'table', n.nspname || '.' || c.relname, format('%I.%I', n.nspname, c.relname), null, a.grantee,
          a.privilege_type
        from pg_class c join pg_namespace n on n.oid = c.relnamespace,
          aclexplode(coalesce(c.relacl, acldefault('r', c.relowner))) a
        where n.nspname = any (${schemas}::text[]) and c.relkind in ('r', 'p', 'v', 'm', 'f', 'S')
      union all
      select 'table', n.nspname || '.' || c.relname, format('%I.%I', n.nspname, c.relname), t.attname, a.grantee,
          a.privilege_type
        from pg_attribute t join pg_class c on c.oid = t.attrelid join pg_namespace n on n.oid = c.relnamespace,
          aclexplode(t.attacl) a
        where n.nspname = any (${schemas}::text[]) and not t.attisdropped
      union all
      select 'function', n.nspname || '.' || p.proname,
          format('%I.%I(%s)', n.nspname, p.proname, pg_get_function_identity_arguments(p.oid)), null, a.grantee,
          a.privilege_type
        from pg_proc p join pg_namespace n on n.oid = p.pronamespace,
          aclexplode(coalesce(p.proacl, acldefault('f', p.proowner))) a
        where n.nspname = any (${schemas}::text[])
    )
    select coalesce(r.rolname::text, 'public') as grantee, lower(acl.privilege_type) as privilege, acl."column", acl.kind,
      acl.object, acl.target
    from acl left join pg_roles r on r.oid = acl.grantee
    where acl.grantee = 0 or r.rolname = any (${Object.values(names)}::text[])`.execute(q);
  const processOf = new Map(PROCESS_ROLES.map((role) => [names[role], role]));
  return rows.map((row) => ({ ...row, grantee: processOf.get(row.grantee) ?? 'public' }));
}

/** Whether `deploy/citus.sql` has distributed members' rows over several machines. */
export async function isOnCitus<T>(q: Kysely<T>): Promise<boolean> {
  const { rows } = await sql<{
    known: boolean;
  }>`select to_regclass('pg_catalog.pg_dist_partition') is not null as known`.execute(q);
  if (!rows[0]?.known) return false;
  const { rows: spread } = await sql<{ found: boolean }>`
    select exists (select from pg_dist_partition where logicalrelid = 'ledger.balance'::regclass) as found`.execute(q);
  return spread[0]?.found === true;
}

/** Name of the connection's database. */
export async function databaseOf<T>(q: Kysely<T>): Promise<string> {
  const { rows } = await sql<{ name: string }>`select current_database() as name`.execute(q);
  if (!rows[0]) throw new Error('the query of the database name returned no row');
  return rows[0].name;
}
