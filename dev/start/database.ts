import { randomBytes } from 'node:crypto';
import { existsSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { migrate } from '@tercet/server/db/migrate.ts';
import { DatabaseUnfit } from '@tercet/server/db/rights/database-unfit.ts';
import { roleUrls } from '@tercet/server/db/rights/role-urls.ts';
import type { ProcessRole, RolePasswords } from '@tercet/server/db/rights/roles.ts';
import pg from 'pg';
import { StartFailure } from '../failure.ts';
import { type Postgres, startPostgres } from '../postgres/postgres.ts';
import type { StartOptions } from './options.ts';

const CONNECT_MS_MAX = 5_000;
const VERSION_MIN = 15;

export interface Database {
  /** Connects as the schema's owner, who runs migrations. */
  ownerUrl: string;
  /** Connection string for each process role. */
  urls: Readonly<Record<ProcessRole, string>>;
  /** The embedded server; null for a server of the operator. */
  postgres: Postgres | null;
}

/** Starts the embedded database or checks the given one, then migrates it. Throws `StartFailure`. */
export async function openDatabase(options: Pick<StartOptions, 'dataDir' | 'databaseUrl'>): Promise<Database> {
  if (options.databaseUrl !== null) await refuseUnfit(options.databaseUrl);
  const postgres = options.databaseUrl === null ? await startPostgres({ dataDir: options.dataDir, alone: true }) : null;
  const ownerUrl = options.databaseUrl ?? postgres?.ownerUrl ?? '';
  const passwords = rolePasswordsOf(options.dataDir);
  try {
    await migrate(ownerUrl, { passwords });
  } catch (error) {
    await postgres?.stop();
    if (error instanceof DatabaseUnfit) throw new StartFailure(error.message);
    if (isDenied(error))
      throw new StartFailure(`The user of DATABASE_URL may not set up the database: ${error.message}`);
    throw error;
  }
  return { ownerUrl, urls: roleUrls(ownerUrl, passwords, await databaseAt(ownerUrl)), postgres };
}

/** Folder of the keys that must not be in the database. */
export function keysDirOf(dataDir: string): string {
  return join(dataDir, 'keys');
}

/** Throws `StartFailure` with one line when the given server cannot be used. The line never contains the password. */
async function refuseUnfit(databaseUrl: string): Promise<void> {
  const url = parse(databaseUrl);
  const where = url.host;
  const client = new pg.Client({ connectionString: databaseUrl, connectionTimeoutMillis: CONNECT_MS_MAX });
  client.on('error', () => {});
  try {
    await client.connect();
    const { rows } = await client.query(`select current_setting('server_version_num')::int / 10000 as version`);
    const version = Number(rows[0]?.version);
    if (version < VERSION_MIN) {
      throw new StartFailure(
        `PostgreSQL ${VERSION_MIN} or newer is needed; the server at ${where} is version ${version}`,
      );
    }
  } catch (error) {
    if (error instanceof StartFailure) throw error;
    const { code, message } = error as { code?: string; message: string };
    if (code?.startsWith('28')) {
      throw new StartFailure(`The database at ${where} refuses the user or password of DATABASE_URL: ${message}`);
    }
    if (code === '3D000') throw new StartFailure(`There is no such database at ${where}: ${message}`);
    throw new StartFailure(
      `The database at ${where} cannot be reached: ${code ?? message} (it is the one DATABASE_URL names)`,
    );
  } finally {
    await client.end().catch(() => {});
  }
}

function parse(databaseUrl: string): URL {
  const url = URL.parse(databaseUrl);
  if (url && /^postgres(ql)?:$/.test(url.protocol) && url.hostname !== '') return url;
  throw new StartFailure('DATABASE_URL is not a connection string such as postgres://user:password@host:5432/database');
}

/** The database name of a URL. PostgreSQL uses the user name when there is none. */
async function databaseAt(ownerUrl: string): Promise<string> {
  const client = new pg.Client({ connectionString: ownerUrl, connectionTimeoutMillis: CONNECT_MS_MAX });
  await client.connect();
  const { rows } = await client.query('select current_database() as name').finally(() => client.end());
  return rows[0].name;
}

/** A password for each role, generated at the first start. The database stores only verifiers. */
function rolePasswordsOf(dataDir: string): RolePasswords {
  // The password of the single role of earlier versions.
  rmSync(join(dataDir, 'app-password'), { force: true });
  return { api: passwordOf(dataDir, 'api'), draw: passwordOf(dataDir, 'draw'), jobs: passwordOf(dataDir, 'jobs') };
}

function passwordOf(dataDir: string, role: ProcessRole): string {
  const path = join(dataDir, `${role}-password`);
  if (existsSync(path)) return readFileSync(path, 'utf8').trim();
  const password = randomBytes(24).toString('base64url');
  writeFileSync(`${path}.new`, `${password}\n`, { mode: 0o600 });
  renameSync(`${path}.new`, path);
  return password;
}

function isDenied(error: unknown): error is Error {
  return error instanceof Error && 'code' in error && error.code === '42501';
}

const RESTARTS_MAX = 5;
const WELL_AFTER_MS = 60_000;

/**
 * Restarts the embedded database when it ends unexpectedly, and calls `onLost` when it keeps ending. Returns its stop
 * function.
 */
export function keepPostgres(
  first: Postgres,
  dataDir: string,
  onLost: (failure: StartFailure) => void,
): () => Promise<void> {
  let current = first;
  let stopping = false;
  let failures = 0;
  async function keep(): Promise<void> {
    for (;;) {
      const since = performance.now();
      await current.ended;
      if (stopping) return;
      failures = performance.now() - since > WELL_AFTER_MS ? 1 : failures + 1;
      if (failures > RESTARTS_MAX) return onLost(new StartFailure(`The database ended ${failures} times`));
      await current.stop();
      current = await startPostgres({ dataDir, alone: true });
    }
  }
  keep().catch((error: unknown) => {
    if (!stopping) onLost(new StartFailure(error instanceof Error ? error.message : String(error)));
  });
  return async () => {
    stopping = true;
    await current.stop();
  };
}
