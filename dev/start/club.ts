import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { LockHeld, lockHolder, takeLock } from '../../scripts/lock.mjs';
import { StartFailure } from '../failure.ts';
import { viteProgram } from '../pages/built-app.ts';
import { buildConsole, CONSOLE_APP, consoleFolder } from '../pages/console-app.ts';
import { buildMemberApp, MEMBER_APP } from '../pages/member-app.ts';
import { type Demo, NotAPlayHouse, seed } from '../play-house/play-house.ts';
import { openDataFolder } from '../postgres/place.ts';
import { type ChildPlan, keepRunning, type RestartedChild } from './child.ts';
import { openClubFilmStore } from './club-film-store.ts';
import { type Database, keepPostgres, keysDirOf, openDatabase } from './database.ts';
import { openLog } from './log-file.ts';
import { makeClockMovable, refuseMovableClock } from './movable-clock.ts';
import type { StartOptions } from './options.ts';
import { passedOn } from './passed-on.ts';
import { claimPort } from './ports.ts';
import { type SandboxEnvironment, sandboxPlan, sandboxSecretOf } from './sandbox.ts';
import { SERVER_NODE_OPTIONS } from './server-options.ts';

const SERVER = join(import.meta.dirname, '../../apps/server/src/main.ts');
const BEACON = join(import.meta.dirname, '../beacon/main.ts');
/** How long to wait for a club that is shutting down. */
const BUSY_WAIT_MS = 4_000;
const READY_WITHIN_MS = 60_000;
const HEALTH_EVERY_MS = 100;
const SERVER_GRACE_MS = 4_000;
const BEACON_GRACE_MS = 1_000;

export interface Club {
  address: string;
  dataDir: string;
  database: Database;
  /** Null for a house with real money, which has no demo members. */
  demo: Demo | null;
  beaconUrl: string;
  /** Null without the payment sandbox. */
  sandboxUrl: string | null;
  serverPid(): number | undefined;
  beaconPid(): number | undefined;
  sandboxPid(): number | undefined;
}

export interface ClubHooks {
  /** Receives each stop function, in start order. */
  onStarted(stop: () => Promise<void>): void;
  /** Called when a child has ended too often to restart it. */
  onLost(failure: StartFailure): void;
  /** Receives progress lines for the terminal. */
  onProgress(line: string): void;
}

/** Starts the whole club and returns when it answers. Throws `StartFailure` with one line. */
export async function openClub(options: StartOptions, hooks: ClubHooks): Promise<Club> {
  const port = await claim(options, hooks);
  const dataDir = openDataFolder(options.dataDir);
  const pages = buildPages(options, hooks);
  // The promise is awaited below. An earlier rejection must not end the process.
  pages.catch(() => {});

  const beacon = await keepRunning(beaconPlan(dataDir, options), hooks.onLost);
  hooks.onStarted(() => beacon.stop(BEACON_GRACE_MS));
  const beaconUrl = `http://127.0.0.1:${beacon.ready().port}`;

  const database = await openDatabase({ ...options, dataDir });
  if (database.postgres) hooks.onStarted(keepPostgres(database.postgres, dataDir, hooks.onLost));
  if (options.movableClock) await makeClockMovable(database.ownerUrl);
  else await refuseMovableClock(database.ownerUrl);

  const keysDir = keysDirOf(dataDir);
  const demo = await seedPlayHouse(database, keysDir, options, beaconUrl);
  const serverPort = options.watch ? await claimPort('127.0.0.1', 0, () => false) : port;
  const serverHost = options.watch ? '127.0.0.1' : options.host;
  const sandbox =
    demo && options.payments === 'sandbox'
      ? await startSandbox(options, dataDir, addressOf(serverHost, serverPort), hooks)
      : null;
  const env = {
    ...passedOn(),
    PORT: String(serverPort),
    HOST: serverHost,
    // No load balancer stands in front that would have to notice the shutdown.
    TERCET_DRAIN_SECONDS: '0',
    TERCET_API_URL: database.urls.api,
    TERCET_DRAW_URL: database.urls.draw,
    TERCET_JOBS_URL: database.urls.jobs,
    TERCET_BEACON: options.beacon,
    TERCET_LOCAL_BEACON_URL: beaconUrl,
    TERCET_KEYS: keysDir,
    ...(sandbox?.env ?? { TERCET_PAYMENTS: options.payments === 'adyen' ? 'adyen' : 'none' }),
    ...identityEnvironment(options.identity, sandbox !== null),
    ...(await pages),
  };
  const server = await keepRunning(serverPlan(dataDir, env, options, hooks), hooks.onLost);
  hooks.onStarted(() => server.stop(SERVER_GRACE_MS));
  await untilHealthy(addressOf(env.HOST, serverPort), hooks);
  if (options.watch) await startPageServers(options, port, addressOf('127.0.0.1', serverPort), dataDir, hooks);
  else finishConsole(hooks);
  return {
    address: addressOf(options.host, port),
    dataDir,
    database,
    demo,
    beaconUrl,
    sandboxUrl: sandbox?.env.TERCET_SANDBOX_URL ?? null,
    serverPid: server.pid,
    beaconPid: beacon.pid,
    sandboxPid: () => sandbox?.kept.pid(),
  };
}

/** Without the sandbox there is no simulated identity provider. */
function identityEnvironment(requested: StartOptions['identity'], hasSandbox: boolean): NodeJS.ProcessEnv {
  return { TERCET_IDENTITY: requested === 'sandbox' && !hasSandbox ? 'none' : requested };
}

/** Reserves the port and the data folder. */
async function claim(options: StartOptions, hooks: ClubHooks): Promise<number> {
  const deadline = performance.now() + BUSY_WAIT_MS;
  const lockPath = join(options.dataDir, 'start.lock');
  const port = await claimPort(
    options.host,
    options.port,
    () => performance.now() < deadline && lockHolder(lockPath) !== null,
  );
  const dataDir = openDataFolder(options.dataDir);
  try {
    const lock = await takeLock(join(dataDir, 'start.lock'), { waitMs: Math.max(0, deadline - performance.now()) });
    hooks.onStarted(async () => lock.release());
  } catch (error) {
    if (!(error instanceof LockHeld)) throw error;
    throw new StartFailure(
      `Tercet runs on ${options.dataDir} already (process ${error.pid}): a second one needs a TERCET_DATA of its own`,
    );
  }
  return port;
}

/** The server's environment for the built pages. Empty when Vite serves them from their sources. */
async function buildPages({ watch }: StartOptions, hooks: ClubHooks): Promise<NodeJS.ProcessEnv> {
  if (watch) return {};
  const memberApp = await buildMemberApp(() => hooks.onProgress('Building the pages …'));
  return { TERCET_MEMBER_APP: memberApp, TERCET_CONSOLE_APP: consoleFolder() };
}

/** Builds the console in the background: the server reports that it is missing until the files are there. */
function finishConsole(hooks: ClubHooks): void {
  buildConsole().catch((error: unknown) => hooks.onProgress(error instanceof Error ? error.message : String(error)));
}

async function seedPlayHouse(
  { ownerUrl }: Database,
  keysDir: string,
  { beacon, seedFilms, seedHosts }: StartOptions,
  localBeaconUrl: string,
): Promise<Demo | null> {
  try {
    const films = seedFilms ? { films: openClubFilmStore(keysDir) } : {};
    return await seed({ ownerUrl, keysDir, beacon, localBeaconUrl, hosts: seedHosts, ...films });
  } catch (error) {
    if (error instanceof NotAPlayHouse) return null;
    throw error;
  }
}

function beaconPlan(dataDir: string, { movableClock }: StartOptions): ChildPlan {
  const flags = ['--with-parent', ...(movableClock ? ['--movable-clock'] : [])];
  return {
    name: 'local beacon',
    args: (before) => [BEACON, '--data', join(dataDir, 'beacon'), '--port', String(before?.port ?? 0), ...flags],
    env: passedOn(),
    log: openLog(join(dataDir, 'beacon.log')),
    readyWithinMs: READY_WITHIN_MS,
  };
}

/** The simulated provider of the play house, and the server's environment for it. */
async function startSandbox(
  { host }: StartOptions,
  dataDir: string,
  serverAddress: string,
  hooks: ClubHooks,
): Promise<{ kept: RestartedChild; env: SandboxEnvironment }> {
  const secret = sandboxSecretOf(dataDir);
  const plan = sandboxPlan({
    dataDir,
    host,
    secret,
    webhookUrl: `${serverAddress}/api/webhooks/sandbox`,
    env: passedOn(),
  });
  const program = await keepRunning(plan, hooks.onLost);
  hooks.onStarted(() => program.stop(BEACON_GRACE_MS));
  const url = addressOf(host, Number(program.ready().port));
  return { kept: program, env: { TERCET_PAYMENTS: 'sandbox', TERCET_SANDBOX_URL: url, TERCET_SANDBOX_SECRET: secret } };
}

function serverPlan(dataDir: string, env: NodeJS.ProcessEnv, { watch }: StartOptions, hooks: ClubHooks): ChildPlan {
  return {
    name: 'server',
    args: () => [...(watch ? ['--watch', '--watch-preserve-output'] : []), SERVER, '--with-parent'],
    env: { ...env, NODE_ENV: 'production', NODE_OPTIONS: SERVER_NODE_OPTIONS },
    log: openLog(join(dataDir, 'server.log')),
    readyWithinMs: READY_WITHIN_MS,
    onComplaint: (line) => hooks.onProgress(line),
  };
}

/**
 * Vite in front of the server, serving the pages from their sources. The member app's Vite also passes `/console` on.
 */
async function startPageServers(
  options: StartOptions,
  port: number,
  server: string,
  dataDir: string,
  hooks: ClubHooks,
): Promise<void> {
  const consolePort = await claimPort('127.0.0.1', 0, () => false);
  const consoleUrl = addressOf('127.0.0.1', consolePort);
  const log = openLog(join(dataDir, 'vite.log'));
  const planOf = (folder: string, host: string, ownPort: number): ChildPlan => ({
    name: 'page server',
    args: () => [viteProgram(folder), '--host', host, '--port', String(ownPort), '--strictPort'],
    cwd: folder,
    env: { ...passedOn(), TERCET_API: server, TERCET_CONSOLE_PAGES: consoleUrl },
    log,
    readyWithinMs: READY_WITHIN_MS,
    readyIn: (line) => (/ready in/.test(line) ? { ready: true } : null),
    onComplaint: (line) => hooks.onProgress(line),
  });
  for (const plan of [planOf(CONSOLE_APP, '127.0.0.1', consolePort), planOf(MEMBER_APP, options.host, port)]) {
    const vite = await keepRunning(plan, hooks.onLost);
    hooks.onStarted(() => vite.stop(BEACON_GRACE_MS));
  }
}

async function untilHealthy(address: string, hooks: ClubHooks): Promise<void> {
  const deadline = performance.now() + READY_WITHIN_MS;
  for (let round = 0; ; round++) {
    const state = await healthOf(address);
    if (state === 'ready') return;
    if (performance.now() > deadline) throw new StartFailure(`The server is not ready after a minute: ${state}`);
    if (round === 100) hooks.onProgress(`Waiting: ${state} …`);
    await sleep(HEALTH_EVERY_MS);
  }
}

async function healthOf(address: string): Promise<string> {
  try {
    const answer = await fetch(`${address}/api/health`, { signal: AbortSignal.timeout(2_000) });
    const { checks } = (await answer.json()) as { checks: Record<string, boolean> };
    if (answer.ok) return 'ready';
    const missing = Object.keys(checks).filter((name) => !checks[name]);
    return `no ${missing.join(', no ')} yet`;
  } catch (error) {
    return `no answer yet (${error instanceof Error ? error.message : error})`;
  }
}

/** An address that a browser on this machine can open. The wildcard addresses become the loopback address. */
function addressOf(host: string, port: number): string {
  if (host === '0.0.0.0' || host === '::') return `http://127.0.0.1:${port}`;
  return `http://${host.includes(':') ? `[${host}]` : host}:${port}`;
}
