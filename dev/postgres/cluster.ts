import { spawnSync } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import {
  appendFileSync,
  chmodSync,
  chownSync,
  closeSync,
  existsSync,
  fsyncSync,
  mkdirSync,
  openSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { totalmem } from 'node:os';
import { basename, dirname, join } from 'node:path';
import { StartFailure } from '../failure.ts';
import type { Account } from './account.ts';

export const OWNER = 'tercet_owner';
const SETTINGS_FILE = 'tercet.conf';
const MEGABYTE = 2 ** 20;

/** Values for `postgresql.conf` by name. They override our defaults. */
export type Settings = Record<string, string>;

export function isCluster(folder: string): boolean {
  return existsSync(join(folder, 'PG_VERSION'));
}

/** Throws `StartFailure` when another major version created the cluster. */
export function refuseOtherVersion(folder: string, bin: string): void {
  const made = readFileSync(join(folder, 'PG_VERSION'), 'utf8').trim();
  const { stdout } = spawnSync(join(bin, 'postgres'), ['--version'], { cwd: '/', encoding: 'utf8', env: {} });
  const ours = /\d+/.exec(stdout)?.[0];
  if (ours !== undefined && made !== ours) {
    throw new StartFailure(`The database in ${folder} was made by PostgreSQL ${made}; this version brings ${ours}`);
  }
}

/**
 * Creates a cluster. It is built under another name and renamed when complete, so that an interrupted run leaves no
 * partial cluster.
 */
export function makeCluster(folder: string, bin: string, account: Account | null, password: string): void {
  const parent = dirname(folder);
  for (const name of readdirSync(parent)) {
    if (name.startsWith(`${basename(folder)}.new-`)) rmSync(join(parent, name), { recursive: true, force: true });
  }
  const fresh = `${folder}.new-${randomBytes(4).toString('hex')}`;
  mkdirSync(fresh, { mode: 0o700 });
  const passwordFile = join(fresh, 'password');
  const made = join(fresh, 'cluster');
  writeFileSync(passwordFile, `${password}\n`, { mode: 0o600 });
  if (account) for (const path of [fresh, passwordFile]) chownSync(path, account.uid, account.gid);
  const run = spawnSync(
    join(bin, 'initdb'),
    [
      ...['--pgdata', made, '--username', OWNER, '--pwfile', passwordFile, '--auth', 'scram-sha-256'],
      ...['--encoding', 'UTF8', '--locale', 'C', '--locale-provider', 'builtin', '--builtin-locale', 'C.UTF-8'],
      '--no-instructions',
    ],
    { ...account, cwd: '/', env: { PATH: '/usr/bin:/bin', LC_ALL: 'C', TZ: 'UTC' }, encoding: 'utf8' },
  );
  if (run.status !== 0) {
    rmSync(fresh, { recursive: true, force: true });
    throw new StartFailure(`The database could not be made in ${folder}: ${reasonIn(run.stderr ?? '', run.error)}`);
  }
  appendFileSync(join(made, 'postgresql.conf'), `\ninclude '${SETTINGS_FILE}'\n`);
  writeFileSync(join(made, SETTINGS_FILE), '');
  if (account) chownSync(join(made, SETTINGS_FILE), account.uid, account.gid);
  renameSync(made, folder);
  syncFolder(parent);
  rmSync(fresh, { recursive: true, force: true });
}

/** Writes the settings of this start. ALTER SYSTEM overrides them. */
export function writeSettings(folder: string, port: number, account: Account | null, own: Settings): void {
  const settings = { ...defaults(port), ...own };
  const lines = Object.entries(settings).map(([name, value]) => `${name} = '${value.replaceAll("'", "''")}'`);
  const path = join(folder, SETTINGS_FILE);
  writeFileSync(`${path}.new`, ['# Rewritten at each start by dev/postgres/postgres.ts.', ...lines, ''].join('\n'));
  chmodSync(`${path}.new`, 0o600);
  if (account) chownSync(`${path}.new`, account.uid, account.gid);
  renameSync(`${path}.new`, path);
}

/** Sized for a machine of two cores with other work. fsync and synchronous_commit stay on: bets are durable. */
function defaults(port: number): Settings {
  const limit = process.constrainedMemory();
  const memory = limit > 0 ? Math.min(limit, totalmem()) : totalmem();
  const shared = Math.min(1_024, Math.max(256, Math.floor(memory / 8 / MEGABYTE)));
  return {
    listen_addresses: '127.0.0.1',
    port: String(port),
    unix_socket_directories: '',
    max_connections: '100',
    shared_buffers: `${shared}MB`,
    effective_cache_size: `${Math.max(512, Math.floor(memory / 2 / MEGABYTE))}MB`,
    maintenance_work_mem: '128MB',
    work_mem: '16MB',
    // On from the start, so that setting an archive command needs no restart. Until `club backup base` sets one,
    // segments are discarded.
    archive_mode: 'on',
    archive_command: '/bin/true',
    max_wal_size: '4GB',
    min_wal_size: '512MB',
    wal_compression: 'on',
    checkpoint_timeout: '15min',
    random_page_cost: '1.1',
    jit: 'off',
    timezone: 'UTC',
    log_timezone: 'UTC',
    cluster_name: 'tercet',
    // A file for each day of the week, overwritten a week later. Statements are not logged, since they may contain
    // secrets.
    logging_collector: 'on',
    log_directory: 'log',
    log_filename: 'postgres-%a.log',
    log_rotation_age: '1d',
    log_rotation_size: '0',
    log_truncate_on_rotation: 'on',
    log_checkpoints: 'off',
    log_min_error_statement: 'panic',
  };
}

/** The most informative line of a program's error output. */
export function reasonIn(text: string, error?: Error): string {
  const lines = text
    .split('\n')
    .map((line) => line.trim())
    .filter(Boolean);
  const telling = lines.findLast((line) => /FATAL|PANIC|error:/.test(line)) ?? lines.at(-1);
  return telling?.replace(/^.*(FATAL|PANIC|error):\s*/, '') ?? error?.message ?? 'it gave no reason';
}

function syncFolder(path: string): void {
  const handle = openSync(path, 'r');
  fsyncSync(handle);
  closeSync(handle);
}
