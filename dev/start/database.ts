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
  /** Signs in as the owner, who migrates. */
  ownerUrl: string;
  /** Each signs in as the role of a process. */
  urls: Readonly<Record<ProcessRole, string>>;
  /** The one that came along, or null when it is somebody else's. */
  postgres: Postgres | null;
}

/** Starts the database or looks at the one given, and brings it to the newest schema. Throws `StartFailure`. */
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

/** Where a club on this machine keeps the keys that must not be in the database. */
export function keysDirOf(dataDir: string): string {
  return join(dataDir, 'keys');
}

/** Says in one line why a server of one's own cannot be used. Nothing of the password is shown. */
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
  throw new StartFailure('DATABASE_URL is no connection string such as postgres://user:password@host:5432/database');
}

/** The database that a URL leads to: one that names none leads to that of its user. */
async function databaseAt(ownerUrl: string): Promise<string> {
  const client = new pg.Client({ connectionString: ownerUrl, connectionTimeoutMillis: CONNECT_MS_MAX });
  await client.connect();
  const { rows } = await client.query('select current_database() as name').finally(() => client.end());
  return rows[0].name;
}

/** A password for each role, made at the first start; the database keeps only what it checks them by. */
function rolePasswordsOf(dataDir: string): RolePasswords {
  // Of the one role that there was before.
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

/** Starts the database that came along again when it ends by itself; `onLost` when it keeps ending. Gives its stop. */
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
