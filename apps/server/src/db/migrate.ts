import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { Kysely, PostgresDialect, sql } from 'kysely';
import { type Migration, Migrator } from 'kysely/migration';
import pg from 'pg';
import { outlive } from './pool.ts';

const FOLDER = join(import.meta.dirname, '../../migrations');
const VERSION_MIN = 150_000;

export const APP_ROLE = 'tercet_app';

/** What stands in the way of using a database, in words for the person at the terminal. */
export class DatabaseUnfit extends Error {}

export interface MigrateOptions {
  /** Password that the app role gets, so that the server can sign in as it. */
  appPassword: string;
  /** Day partitions are made from `days` back to `days` ahead of the database's date. */
  partitionDays?: { back: number; ahead: number };
}

/**
 * Brings a database to the newest schema as its owner: makes the app role, runs the migrations that are missing, makes
 * day partitions. Safe to run from several processes at once. Throws `DatabaseUnfit` below PostgreSQL 15.
 */
export async function migrate(ownerUrl: string, options: MigrateOptions): Promise<void> {
  const pool = new pg.Pool({ connectionString: ownerUrl, max: 2, connectionTimeoutMillis: 5_000 });
  outlive(pool);
  const db = new Kysely<unknown>({ dialect: new PostgresDialect({ pool }) });
  try {
    await refuseOldServer(db);
    await ensureAppRole(db, options.appPassword);
    const migrator = new Migrator({ db, provider: { getMigrations: readMigrations } });
    await migrateOneByOne(migrator);
    await makePartitions(db, options.partitionDays ?? { back: 1, ahead: 40 });
  } finally {
    await db.destroy();
  }
}

/**
 * Each migration is a transaction of its own: before PostgreSQL 17 a value that one adds to an enum can be used by the
 * next only once it is committed.
 */
async function migrateOneByOne(migrator: Migrator): Promise<void> {
  for (;;) {
    const { error, results } = await migrator.migrateUp();
    if (error) throw error;
    if (!results?.length) return;
  }
}

/** Makes the day partitions that are missing, as the owner; run daily, well ahead of need. */
export async function extendPartitions(ownerUrl: string, ahead = 40): Promise<void> {
  const pool = new pg.Pool({ connectionString: ownerUrl, max: 1, connectionTimeoutMillis: 5_000 });
  outlive(pool);
  const db = new Kysely<unknown>({ dialect: new PostgresDialect({ pool }) });
  try {
    await makePartitions(db, { back: 0, ahead });
  } finally {
    await db.destroy();
  }
}

async function refuseOldServer(db: Kysely<unknown>): Promise<void> {
  const { rows } = await sql<{ v: string }>`select current_setting('server_version_num') as v`.execute(db);
  const version = Number(rows[0]?.v ?? 0);
  if (version < VERSION_MIN) {
    throw new DatabaseUnfit(`PostgreSQL 15 or newer is needed; this server is version ${Math.floor(version / 10_000)}`);
  }
}

async function ensureAppRole(db: Kysely<unknown>, password: string): Promise<void> {
  const literal = `'${password.replaceAll("'", "''")}'`;
  await sql
    .raw(
      `do $$ begin
         if not exists (select 1 from pg_roles where rolname = '${APP_ROLE}') then create role ${APP_ROLE} login; end if;
       exception when duplicate_object or unique_violation then null; end $$`,
    )
    .execute(db);
  // The server asks for these at each connection; a pooler that lends them for a transaction hears no such wish.
  const bounds = [`lock_timeout = '2s'`, `statement_timeout = '15s'`, `timezone = 'UTC'`];
  const wishes = [`login password ${literal}`, ...bounds.map((bound) => `set ${bound}`)];
  for (const wish of wishes) await withRetry(() => sql.raw(`alter role ${APP_ROLE} ${wish}`).execute(db));
}

/** Roles belong to the whole server, so two databases that migrate at once may collide on this one row. */
async function withRetry(act: () => Promise<unknown>): Promise<void> {
  for (let attempt = 1; ; attempt++) {
    try {
      await act();
      return;
    } catch (error) {
      if (attempt === 8 || !/concurrently updated/.test(String(error))) throw error;
      await new Promise((resolve) => setTimeout(resolve, 20 * attempt));
    }
  }
}

async function readMigrations(): Promise<Record<string, Migration>> {
  const names = (await readdir(FOLDER)).filter((name) => /^\d{4}-[a-z0-9-]+\.sql$/.test(name)).sort();
  const entries = names.map(async (name): Promise<[string, Migration]> => {
    const text = await readFile(join(FOLDER, name), 'utf8');
    return [name.slice(0, -4), { up: async (db) => void (await sql.raw(text).execute(db)) }];
  });
  return Object.fromEntries(await Promise.all(entries));
}

/** Any number; the database's other locks have other numbers. */
const PARTITION_LOCK = 7_462_911;

const PARTITIONED = [
  ['ledger', 'transfer'],
  ['lottery', 'slip'],
] as const;

async function makePartitions(db: Kysely<unknown>, span: { back: number; ahead: number }): Promise<void> {
  const { rows } = await sql<{ day: string; next: string }>`
    select d::date::text as day, (d + interval '1 day')::date::text as next
    from generate_series(
      (clock.now() at time zone 'UTC')::date - ${span.back}::integer,
      (clock.now() at time zone 'UTC')::date + ${span.ahead}::integer, interval '1 day') d`.execute(db);
  for (const [schema, table] of PARTITIONED) {
    const statements = rows.map(({ day, next }) => {
      const name = `${schema}.${table}_${day.replaceAll('-', '')}`;
      return `create table if not exists ${name} partition of ${schema}.${table}
        for values from ('${day}') to ('${next}');`;
    });
    // Of two that look at once, both would find it missing and one would fail. The lock goes with these statements.
    await sql.raw([`select pg_advisory_xact_lock(${PARTITION_LOCK});`, ...statements].join('\n')).execute(db);
  }
}
