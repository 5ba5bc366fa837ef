import type pg from 'pg';

const UNKNOWN = `
  select format('%s %s', case c.relkind when 'S' then 'sequence' when 'm' then 'materialized view' else 'relation' end,
      c.oid::regclass) as name
    from pg_class c join pg_namespace n on n.oid = c.relnamespace
    where n.nspname = any ($1::text[]) and (c.relkind not in ('r', 'p', 'v', 'i', 'I', 'c') or c.relpersistence <> 'p')
  union all
  select format('trigger %s on %s', t.tgname, t.tgrelid::regclass)
    from pg_trigger t join pg_class c on c.oid = t.tgrelid join pg_namespace n on n.oid = c.relnamespace
    where n.nspname = any ($1::text[]) and not t.tgisinternal
  union all
  select format('type %s', t.oid::regtype)
    from pg_type t join pg_namespace n on n.oid = t.typnamespace
    where n.nspname = any ($1::text[]) and t.typtype in ('d', 'r')
  union all
  select format('aggregate or procedure %s', p.oid::regprocedure)
    from pg_proc p join pg_namespace n on n.oid = p.pronamespace
    where n.nspname = any ($1::text[]) and p.prokind <> 'f'
  union all
  select format('column %s.%s with an identity, a virtual generation or a collation', a.attrelid::regclass, a.attname)
    from pg_attribute a join pg_class c on c.oid = a.attrelid join pg_namespace n on n.oid = c.relnamespace
      join pg_type t on t.oid = a.atttypid
    where n.nspname = any ($1::text[]) and a.attnum > 0 and not a.attisdropped
      and (a.attidentity <> '' or a.attgenerated not in ('', 's') or a.attcollation <> t.typcollation)
  union all
  select format('extension %s', e.extname) from pg_extension e where e.extname <> 'plpgsql'`;

/** Our own schemas, in order of name. The migrator's tables lie in `public`, which is not ours. */
export async function schemaNames(client: pg.Client): Promise<string[]> {
  const { rows } = await client.query<{ name: string }>(`
    select nspname as name from pg_namespace
    where nspname !~ '^pg_' and nspname not in ('information_schema', 'public') order by nspname`);
  return rows.map((row) => row.name);
}

/** So that the dump never says less than the database holds: throws on whatever it has no words for. */
export async function refuseUnknownObjects(client: pg.Client, schemas: string[]): Promise<void> {
  const { rows } = await client.query<{ name: string }>(UNKNOWN, [schemas]);
  if (rows.length === 0) return;
  throw new Error(`tools/generate does not support: ${rows.map((row) => row.name).join(', ')}`);
}
