import type pg from 'pg';
import { sqlState } from '../../src/db/transaction.ts';

export const FORBIDDEN = '42501';

export interface Relation {
  /** `schema.name`. */
  name: string;
  /** The quoted name. */
  target: string;
  /** `pg_class.relkind`. */
  kind: string;
  /** True for a day's partition. */
  isPartition: boolean;
  /** `isGenerated`: computed from other columns, not writable. */
  columns: { name: string; type: string; isGenerated: boolean }[];
}

export interface Routine {
  /** `schema.name`. */
  name: string;
  /** The unqualified name, as in error messages. */
  own: string;
  argumentTypes: string[];
  lends: boolean;
  settings: string[];
}

/** All schemas except those of PostgreSQL and Citus. */
const OURS = `n.nspname !~ '^(pg_|citus)' and n.nspname <> 'information_schema'`;

/** All tables, views and sequences in the catalog. */
export async function relationsOf(owner: pg.Pool): Promise<Relation[]> {
  const { rows } = await owner.query<Relation>(`
    select n.nspname || '.' || c.relname as name, format('%I.%I', n.nspname, c.relname) as target, c.relkind as kind,
      c.relispartition as "isPartition",
      coalesce((select jsonb_agg(jsonb_build_object('name', a.attname, 'type', format_type(a.atttypid, a.atttypmod),
        'isGenerated', a.attgenerated <> '') order by a.attnum) from pg_attribute a where a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped),
        '[]') as columns
    from pg_class c join pg_namespace n on n.oid = c.relnamespace
    where ${OURS} and c.relkind in ('r', 'p', 'v', 'm', 'f', 'S') order by 1`);
  return rows;
}

/** All functions and procedures in the catalog. */
export async function routinesOf(owner: pg.Pool): Promise<Routine[]> {
  const { rows } = await owner.query<Routine>(`
    select n.nspname || '.' || p.proname as name, p.proname as own, p.prosecdef as lends,
      coalesce(p.proconfig, '{}') as settings,
      array(select format_type(t.type, null) from unnest(p.proargtypes) with ordinality t (type, place)
        order by t.place) as "argumentTypes"
    from pg_proc p join pg_namespace n on n.oid = p.pronamespace where ${OURS} order by 1`);
  return rows;
}

/** SQLSTATE of a statement, or `allowed`. The statement is rolled back. */
export async function outcomeOf(client: pg.Client, statement: string): Promise<{ state: string; message: string }> {
  await client.query('begin');
  try {
    await client.query(statement);
    return { state: 'allowed', message: '' };
  } catch (error) {
    return { state: sqlState(error) ?? 'none', message: error instanceof Error ? error.message : String(error) };
  } finally {
    await client.query('rollback');
  }
}
