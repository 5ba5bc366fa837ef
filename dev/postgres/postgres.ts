import { type ChildProcess, spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import { chmodSync, closeSync, openSync, readdirSync, readFileSync, rmSync, statSync } from 'node:fs';
import { createServer } from 'node:net';
import { join } from 'node:path';
import pg from 'pg';
import { LockHeld, takeLock } from '../../scripts/lock.mjs';
import { startOf } from '../../scripts/processes.mjs';
import { StartFailure } from '../failure.ts';
import { giveTo } from './account.ts';
import { findBinaries } from './binaries.ts';
import {
  isCluster,
  makeCluster,
  OWNER,
  reasonIn,
  refuseOtherVersion,
  type Settings,
  writeSettings,
} from './cluster.ts';
import { openDataFolder, ownerPassword, type Place, placeOf, rememberedPort, rememberPort } from './place.ts';
import { gone, isServerOf, readPidFile, serversOf, signal } from './postmaster.ts';

const DATABASE = 'tercet';
const READY_TIMEOUT_MS = 300_000;
const STOP_TIMEOUT_MS = 4_000;
/** PostgreSQL gives its children 5 s before it kills them. */
const QUIT_TIMEOUT_MS = 8_000;
/** How long to wait for a process that is ending or a short query. */
const ALONE_WAIT_MS = 5_000;
const PORT_TRIES = 5;
const PORT_FIRST = 20_000;
const PORT_SPAN = 10_000;
/** Runs a server until it ends or the shell's input ends, which also happens when the parent is killed. */
const END_WITH_INPUT = `
exec 3<&0
"$@" 3<&- </dev/null & server=$!
{ read -r line <&3; kill -INT $server; } & watch=$!
wait $server; code=$?
kill $watch 2>/dev/null
exit $code`;

export interface Postgres {
  /** Connection string of the database's owner. */
  ownerUrl: string;
  port: number;
  /** The postmaster's process id. */
  pid: number;
  /** False when another living process started the server: `stop` then leaves it running. */
  owned: boolean;
  /** Resolves when the server has ended, for any reason. */
  ended: Promise<void>;
  /**
   * Shuts the server down, by force after a timeout; that only makes the next start slower. Resolves when no process of
   * it is left.
   */
  stop(): Promise<void>;
}

export interface PostgresOptions {
  /** Folder for cluster, password and log; created if needed. */
  dataDir: string;
  /** Values for `postgresql.conf` that override ours. */
  settings?: Settings;
  /** Throws when another process owns the server instead of sharing it. */
  alone?: boolean;
  /** Ends the server when this process ends, even by a kill. For tests; otherwise the next start takes it over. */
  endWithUs?: boolean;
}

/**
 * Starts the embedded PostgreSQL, or takes over the one that a killed process left running on the same data folder. It
 * listens on the loopback address only. Throws `StartFailure` with one line.
 */
export async function startPostgres(options: PostgresOptions): Promise<Postgres> {
  const dataDir = openDataFolder(options.dataDir);
  const starting = await takeLock(join(dataDir, 'postgres-start.lock'), { waitMs: READY_TIMEOUT_MS });
  try {
    const owner = await takeOwnership(dataDir, options.alone ?? false);
    try {
      const place = placeOf(dataDir);
      const password = ownerPassword(dataDir, isCluster(place.cluster));
      const server = (await findRunning(place, password)) ?? (await launch(place, password, options, owner !== null));
      await ensureDatabase(server.port, password);
      return handleOf(server, place.cluster, password, owner);
    } catch (error) {
      owner?.release();
      throw error;
    }
  } finally {
    starting.release();
  }
}

interface Server {
  pid: number;
  port: number;
  child: ChildProcess | null;
}

type Lock = Awaited<ReturnType<typeof takeLock>>;

/** Null when another living process owns the server. */
async function takeOwnership(dataDir: string, alone: boolean): Promise<Lock | null> {
  try {
    return await takeLock(join(dataDir, 'postgres-owner.lock'), { waitMs: alone ? ALONE_WAIT_MS : 0 });
  } catch (error) {
    if (!(error instanceof LockHeld)) throw error;
    if (alone) throw new StartFailure(`The database in ${dataDir} is in use by process ${error.pid}: end that first`);
    return null;
  }
}

/** The server already running on this cluster, once it answers. Null after waiting for one that is stopping. */
async function findRunning(place: Place, password: string): Promise<Server | null> {
  const file = readPidFile(place.cluster);
  if (!file || !isServerOf(place.cluster, file.pid)) return null;
  if (file.status === 'stopping') {
    if (await gone([file.pid], READY_TIMEOUT_MS)) return null;
    throw new StartFailure(`PostgreSQL (process ${file.pid}) does not end: end it and start again`);
  }
  const server = { pid: file.pid, port: file.port, child: null };
  await untilReady(place, server, password);
  return server;
}

async function launch(place: Place, password: string, options: PostgresOptions, owned: boolean): Promise<Server> {
  if (!owned) throw new StartFailure(`Another process owns the database in ${place.dataDir}, but it is not running`);
  const { cluster, account, dataDir } = place;
  const bin = findBinaries(account);
  if (!isCluster(cluster)) makeCluster(cluster, bin, account, password);
  // A copy restored by root belongs to root and may be open to others.
  if (account && statSync(cluster).uid !== account.uid) giveTo(cluster, account);
  chmodSync(cluster, 0o700);
  refuseOtherVersion(cluster, bin);
  await clearRemains(cluster);
  for (let attempt = 1; ; attempt++) {
    const port = await choosePort(dataDir, attempt);
    writeSettings(cluster, port, account, options.settings ?? {});
    const child = spawnServer(place, bin, options.endWithUs ?? false);
    const server = { pid: child.pid ?? 0, port, child };
    try {
      await untilReady(place, server, password);
      rememberPort(dataDir, port);
      return { ...server, pid: readPidFile(cluster)?.pid ?? server.pid };
    } catch (error) {
      // Another process took the port after our check.
      if (attempt === PORT_TRIES || !/TCP\/IP sockets/.test(String(error))) throw error;
    }
  }
}

/**
 * Removes what a killed postmaster leaves. Its children must end before another server touches the files. Its pid file
 * blocks the next server once another process has that number.
 */
async function clearRemains(cluster: string): Promise<void> {
  const orphans = serversOf(cluster);
  if (!(await gone(orphans, 3_000))) {
    for (const pid of orphans) signal(pid, 'SIGQUIT');
    if (!(await gone(orphans, 3_000))) for (const pid of orphans) signal(pid, 'SIGKILL');
    if (!(await gone(orphans, 3_000))) {
      throw new StartFailure(`Processes of an earlier PostgreSQL do not end: ${orphans.join(', ')}`);
    }
  }
  rmSync(join(cluster, 'postmaster.pid'), { force: true });
}

/** Runs in its own session: an interrupt from the terminal must not reach it before the club's server has stopped. */
function spawnServer({ cluster, account, dataDir }: Place, bin: string, endWithUs: boolean): ChildProcess {
  const log = openSync(join(dataDir, 'postgres-start.log'), 'w', 0o600);
  const command = [join(bin, 'postgres'), '-D', cluster];
  const [program = '', ...args] = endWithUs ? ['/bin/sh', '-c', END_WITH_INPUT, 'sh', ...command] : command;
  const child = spawn(program, args, {
    ...account,
    cwd: '/',
    detached: true,
    env: { PATH: '/usr/bin:/bin', LC_ALL: 'C', TZ: 'UTC' },
    stdio: [endWithUs ? 'pipe' : 'ignore', log, log],
  });
  child.on('error', () => {});
  closeSync(log);
  child.unref();
  (child.stdin as { unref?: () => void } | null)?.unref?.();
  return child;
}

async function choosePort(dataDir: string, attempt: number): Promise<number> {
  const last = rememberedPort(dataDir);
  if (attempt === 1 && last !== undefined && (await isFree(last))) return last;
  const start = createHash('sha256').update(dataDir).digest().readUInt32BE() + attempt;
  for (let step = 0; step < PORT_SPAN; step++) {
    const port = PORT_FIRST + ((start + step) % PORT_SPAN);
    if (await isFree(port)) return port;
  }
  throw new StartFailure(`No free port for PostgreSQL from ${PORT_FIRST} to ${PORT_FIRST + PORT_SPAN - 1}`);
}

function isFree(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const probe = createServer();
    probe.once('error', () => resolve(false));
    probe.listen(port, '127.0.0.1', () => probe.close(() => resolve(true)));
  });
}

function urlOf(port: number, password: string, database: string): string {
  return `postgres://${OWNER}:${password}@127.0.0.1:${port}/${database}`;
}

/** Waits for a recovery without a limit, as long as the server runs. */
async function untilReady(place: Place, server: Server, password: string): Promise<void> {
  const deadline = performance.now() + READY_TIMEOUT_MS;
  for (;;) {
    const client = new pg.Client({
      connectionString: urlOf(server.port, password, 'postgres'),
      connectionTimeoutMillis: 5_000,
    });
    client.on('error', () => {});
    try {
      await client.connect();
      if (isListening(place, server)) return;
    } catch (error) {
      const { code } = error as { code?: string };
      if (code === '28P01' && isListening(place, server)) {
        throw new StartFailure(
          `The password in ${join(place.dataDir, 'postgres-password')} does not open the database`,
        );
      }
    } finally {
      await client.end().catch(() => {});
    }
    if (hasEnded(place, server)) throw new StartFailure(`PostgreSQL did not start: ${whyItEnded(place)}`);
    if (performance.now() >= deadline) {
      throw new StartFailure(
        `PostgreSQL does not answer after ${READY_TIMEOUT_MS / 1_000} s; its log is in ${place.cluster}/log`,
      );
    }
    await new Promise((resolve) => setTimeout(resolve, 25));
  }
}

/** Whether this cluster's server answers on the port. Another one may have taken it since our check. */
function isListening({ cluster }: Place, { port }: Server): boolean {
  const file = readPidFile(cluster);
  return file !== null && file.port === port && file.status === 'ready' && isServerOf(cluster, file.pid);
}

function hasEnded(place: Place, server: Server): boolean {
  if (!server.child) return !isServerOf(place.cluster, server.pid);
  return server.child.pid === undefined || server.child.exitCode !== null || server.child.signalCode !== null;
}

function whyItEnded({ dataDir, cluster }: Place): string {
  const folder = join(cluster, 'log');
  const logs = safely(() => readdirSync(folder).map((name) => join(folder, name)), []);
  const newest = logs.sort((one, other) => statSync(one).mtimeMs - statSync(other).mtimeMs).slice(-1);
  const texts = [...newest, join(dataDir, 'postgres-start.log')].map((path) =>
    readFileSync(path, 'utf8').slice(-8_000),
  );
  return reasonIn(texts.join('\n'));
}

function safely<T>(read: () => T, otherwise: T): T {
  try {
    return read();
  } catch {
    return otherwise;
  }
}

async function ensureDatabase(port: number, password: string): Promise<void> {
  const client = new pg.Client({ connectionString: urlOf(port, password, 'postgres') });
  await client.connect();
  try {
    const { rowCount } = await client.query('select from pg_database where datname = $1', [DATABASE]);
    if (rowCount === 0) await client.query(`create database ${DATABASE}`);
    // Wakes the checkpointer. If it went to sleep before the start was complete, it would not read archive_timeout
    // until the next checkpoint, 15 minutes later.
    await client.query('select pg_reload_conf()');
  } finally {
    await client.end();
  }
}

function handleOf(server: Server, cluster: string, password: string, owner: Lock | null): Postgres {
  const { pid, port } = server;
  const start = startOf(pid);
  const ended = new Promise<void>((resolve) => {
    const timer = setInterval(() => {
      if (startOf(pid) === start) return;
      clearInterval(timer);
      resolve();
    }, 200);
    timer.unref();
  });
  async function stop(): Promise<void> {
    if (!owner) return;
    if (startOf(pid) === start) {
      signal(pid, 'SIGINT');
      if (!(await gone([pid], STOP_TIMEOUT_MS))) signal(pid, 'SIGQUIT');
      if (!(await gone([pid], QUIT_TIMEOUT_MS))) await clearRemains(cluster);
    }
    owner.release();
  }
  return { ownerUrl: urlOf(port, password, DATABASE), port, pid, owned: owner !== null, ended, stop };
}
