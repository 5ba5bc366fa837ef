import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { Kysely, PostgresDialect, sql } from 'kysely';
import { type Migration, Migrator } from 'kysely/migration';
import pg from 'pg';
import retention from '../retention.json' with { type: 'json' };
import { outlive } from './pool.ts';
import { applyRights } from './rights/apply.ts';
import { DatabaseUnfit } from './rights/database-unfit.ts';
import { ensureRoles } from './rights/ensure-roles.ts';
import { databaseOf, isOnCitus } from './rights/granted.ts';
import { quoteName, type RolePasswords, roleNames } from './rights/roles.ts';
import { sqlState } from './transaction.ts';

const FOLDER = join(import.meta.dirname, '../../migrations');
const BASELINE = '0001-baseline.sql';
const VERSION_MIN = 150_000;
/**
 * While a change of a table waits for its lock, all other statements on the table wait behind it. This limit is
 * shorter than the server's statement timeout.
 */
const LOCK_WAIT_MS = 1_000;
const LOCK_NOT_AVAILABLE = '55P03';
const LOCK_ATTEMPTS_MAX = 120;
const LOCK_PAUSE_MS = 500;

export interface MigrateOptions {
  /** Passwords of the processes' roles, for signing in. */
  passwords: RolePasswords;
  /** Day partitions are created from `back` days before the database's date to `ahead` days after it. */
  partitionDays?: { back: number; ahead: number };
}

/**
 * Migrates a database to the newest schema, as its owner. Creates the processes' roles, runs missing migrations,
 * creates day partitions and applies the declared rights. Several processes may run it at once. Throws `DatabaseUnfit`
 * below PostgreSQL 15, for another encoding than UTF-8, and for a database of a development version. Throws it with a
 * script when an administrator must do a part.
 */
export async function migrate(ownerUrl: string, options: MigrateOptions): Promise<void> {
  const pool = ownerPool(ownerUrl, 3);
  const db = new Kysely<unknown>({ dialect: new PostgresDialect({ pool }) });
  try {
    await refuseOldServer(db);
    await refuseUnfitDatabase(db);
    const database = await databaseOf(db);
    const names = roleNames(database);
    const migrator = new Migrator({ db, provider: { getMigrations: readMigrations } });
    await alone(pool, async () => {
      await refuseOtherBaseline(db);
      await ensureRoles(db, ownerUrl, names, options.passwords);
      await migrateOneByOne(migrator);
      await writeRetention(db);
      await patiently(async () => applyRights(db, names, { database, isOnCitus: await isOnCitus(db) }));
    });
    const { back, ahead } = options.partitionDays ?? { back: 1, ahead: 40 };
    await extendPartitions(db, ahead, back);
  } finally {
    await db.destroy();
  }
}

/** Creates missing day partitions. Run it daily, well ahead of need. */
export async function extendPartitions<T>(db: Kysely<T>, ahead = 40, back = 0): Promise<void> {
  await patiently(async () => {
    await sql`select ledger.extend_partitions(${back}::integer, ${ahead}::integer)`.execute(db);
  });
}

/**
 * Runs each migration in a transaction of its own. The locks of one are released before the next. Before PostgreSQL
 * 17, an enum value can be used only after the transaction that adds it commits.
 */
async function migrateOneByOne(migrator: Migrator): Promise<void> {
  let isNewest = false;
  while (!isNewest) {
    await patiently(async () => {
      const { error, results } = await migrator.migrateUp();
      if (error) throw error;
      isNewest = !results?.length;
    });
  }
}

/** Writes the retention periods that the erasing functions read. Only the owner may change them. */
async function writeRetention<T>(db: Kysely<T>): Promise<void> {
  const kinds = JSON.stringify(Object.entries(retention).map(([kind, years]) => ({ kind, years })));
  await sql`
    insert into members.retention as r (kind, years)
    select q.kind, q.years from jsonb_to_recordset(${kinds}::jsonb) q (kind text, years smallint)
    on conflict (kind) do update set years = excluded.years where r.years <> excluded.years`.execute(db);
}

/**
 * Runs `act` under an advisory lock. Concurrent migrations wait until the first one finishes, then find nothing to do.
 */
async function alone(pool: pg.Pool, act: () => Promise<void>): Promise<void> {
  const client = await pool.connect();
  try {
    await client.query('set lock_timeout = 0');
    await client.query(`select pg_advisory_lock(${MIGRATING_LOCK})`);
    await act();
  } finally {
    // Closing the connection releases the lock.
    client.release(true);
  }
}

/**
 * Retries after a lock timeout, so that other statements can proceed between attempts. Clubs are in use during a
 * migration.
 */
async function patiently(act: () => Promise<void>): Promise<void> {
  for (let attempts = 1; ; attempts++) {
    try {
      await act();
      return;
    } catch (error) {
      if (sqlState(error) !== LOCK_NOT_AVAILABLE || attempts === LOCK_ATTEMPTS_MAX) throw error;
      await new Promise((resolve) => setTimeout(resolve, LOCK_PAUSE_MS));
    }
  }
}

function ownerPool(url: string, connectionsMax: number): pg.Pool {
  const options = `-c lock_timeout=${LOCK_WAIT_MS}`;
  const pool = new pg.Pool({ connectionString: url, max: connectionsMax, connectionTimeoutMillis: 5_000, options });
  outlive(pool);
  return pool;
}

async function refuseOldServer(db: Kysely<unknown>): Promise<void> {
  const { rows } = await sql<{ v: string }>`select current_setting('server_version_num') as v`.execute(db);
  const version = Number(rows[0]?.v ?? 0);
  if (version < VERSION_MIN) {
    throw new DatabaseUnfit(`PostgreSQL 15 or newer is needed; this server is version ${Math.floor(version / 10_000)}`);
  }
}

/** Throws for a database of another encoding than UTF-8, or in which the owner may not create schemas and tables. */
async function refuseUnfitDatabase(db: Kysely<unknown>): Promise<void> {
  const { rows } = await sql<{ database: string; owner: string; encoding: string; may_create: boolean }>`
    select current_database()::text as database, current_user::text as owner,
      pg_encoding_to_char(d.encoding)::text as encoding,
      has_database_privilege(d.oid, 'create') and has_schema_privilege('public', 'create') as may_create
    from pg_database d where d.datname = current_database()`.execute(db);
  const { database = '', owner = '', encoding, may_create: mayCreate } = rows[0] ?? {};
  if (encoding !== 'UTF8') {
    throw new DatabaseUnfit(`the database ${database} has the encoding ${encoding}, and the club needs UTF8`);
  }
  if (mayCreate) return;
  throw new DatabaseUnfit(
    `${owner} may not create schemas and tables in the database ${database}. Have an administrator of the server run ` +
      `this, then start again:\n\nalter database ${quoteName(database)} owner to ${quoteName(owner)};`,
  );
}

/**
 * Throws for a database whose migrations, or whose baseline, are not the files here. No version before the baseline was
 * released, so there is no upgrade; running on such a schema would fail later and less clearly.
 */
async function refuseOtherBaseline(db: Kysely<unknown>): Promise<void> {
  const known = (await migrationFiles()).map((name) => name.slice(0, -4));
  const baseline = await readFile(join(FOLDER, BASELINE), 'utf8');
  const [, hash = ''] = /^comment on schema clock is '(baseline [0-9a-f]+)';$/m.exec(baseline) ?? [];
  const { rows } = await sql<{ exists: boolean; comment: string | null }>`
    select to_regclass('public.kysely_migration') is not null as exists,
      obj_description(to_regnamespace('clock'), 'pg_namespace') as comment`.execute(db);
  if (!rows[0]?.exists) return;
  const { rows: done } = await sql<{ name: string }>`select name from public.kysely_migration`.execute(db);
  const isKnown = done.every(({ name }) => known.includes(name));
  if (done.length === 0 || (isKnown && rows[0].comment === hash)) return;
  throw new DatabaseUnfit(
    'A development version made this database, and it cannot be upgraded: use an empty one. For npm start, remove the ' +
      'data folder (.data) or name another by TERCET_DATA.',
  );
}

async function migrationFiles(): Promise<string[]> {
  return (await readdir(FOLDER)).filter((name) => /^\d{4}-[a-z0-9-]+\.sql$/.test(name)).sort();
}

async function readMigrations(): Promise<Record<string, Migration>> {
  const entries = (await migrationFiles()).map(async (name): Promise<[string, Migration]> => {
    const text = await readFile(join(FOLDER, name), 'utf8');
    return [name.slice(0, -4), { up: async (db) => void (await sql.raw(text).execute(db)) }];
  });
  return Object.fromEntries(await Promise.all(entries));
}

/** Arbitrary number that no other advisory lock of the database uses. */
const MIGRATING_LOCK = 7_462_912;
