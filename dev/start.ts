import { setTimeout as sleep } from 'node:timers/promises';
import { starterOf, startOf } from '../scripts/processes.mjs';
import { StartFailure } from './failure.ts';
import { type Club, openClub } from './start/club.ts';
import { readOptions } from './start/options.ts';
import { welcome } from './start/welcome.ts';

// npm start: the whole club on this machine. It starts database, beacon and server, restarts them after a crash, and
// stops them in reverse order. If this process is killed, its children end too. Only the database survives; the next
// start takes it over.

const STOP_MS_MAX = 10_000;
const PARENT_EVERY_MS = 500;
/**
 * npm forwards a signal that the process group also received, so it arrives twice. A later signal means that the user
 * wants to stop faster.
 */
const SAME_SIGNAL_MS = 1_000;

const stops: (() => Promise<void>)[] = [];
let endingSinceMs: number | null = null;

async function end(code: number): Promise<void> {
  if (endingSinceMs !== null) {
    if (performance.now() - endingSinceMs < SAME_SIGNAL_MS) return;
    process.exit(code || 1);
  }
  endingSinceMs = performance.now();
  await Promise.race([stopAll(), sleep(STOP_MS_MAX)]);
  process.exit(code);
}

async function stopAll(): Promise<void> {
  for (const stop of stops.toReversed()) await stop().catch((error: unknown) => console.error(String(error)));
}

function fail(error: unknown): void {
  if (endingSinceMs !== null) return;
  console.error(error instanceof StartFailure ? error.message : `Tercet cannot start: ${plain(error)}`);
  void end(1);
}

/** The message of an unexpected error; with its stack when the log level is `debug`. */
function plain(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  return process.env.TERCET_LOG === 'debug'
    ? (error.stack ?? error.message)
    : error.message.split('\n')[0] || error.name;
}

/** A killed npm forwards no signal, nor does its shell. Without this check the club would keep running. */
function endWithNpm(): void {
  const npm = process.env.npm_lifecycle_event === undefined ? null : starterOf(process.pid);
  if (npm === null) return;
  const parent = process.ppid;
  const start = startOf(npm);
  setInterval(() => {
    if (process.ppid !== parent || startOf(npm) !== start) void end(1);
  }, PARENT_EVERY_MS).unref();
}

function tell(club: Club): void {
  const { address, dataDir, demo, database, beaconUrl, sandboxUrl } = club;
  const pids = {
    server: club.serverPid(),
    beacon: club.beaconPid(),
    sandbox: club.sandboxPid(),
    postgres: database.postgres?.pid,
  };
  const { ownerUrl } = database;
  console.log(JSON.stringify({ ready: true, address, dataDir, demo, ownerUrl, beaconUrl, sandboxUrl, pids }));
}

async function main(): Promise<void> {
  const options = readOptions(process.env, process.argv.slice(2));
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => void end(0));
  if (options.withParent) process.stdin.on('end', () => void end(0)).resume();
  endWithNpm();
  const club = await openClub(options, {
    onStarted: (stop) => stops.push(stop),
    onLost: fail,
    onProgress: (line) => console.error(line),
  });
  if (options.json) tell(club);
  else console.log(welcome(club));
}

main().catch(fail);
