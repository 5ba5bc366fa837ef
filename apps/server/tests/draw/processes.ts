import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { setTimeout as sleep } from 'node:timers/promises';
import { type RunningBeacon, startBeacon } from '../../../../dev/beacon/beacon.ts';
import { COMPILE_CACHE } from '../../../../dev/start/compile-cache.ts';
import { temporaryFolder } from '../../../../dev/temporary-folder.ts';
import { makeKeys } from '../http/server.ts';
import { BEACON_KEY } from '../kit/beacon.ts';
import { LOOKS_WITHIN_MS, STEP_MS } from '../kit/clock.ts';
import type { Club } from '../kit/club.ts';
import { roleEnvironment } from '../setup/database.ts';

const MAIN = join(import.meta.dirname, '../../src/main.ts');

/** A club of real processes: a running clock, a beacon that answers over HTTP, and servers. */
export interface RealClub {
  /** The beacon that currently runs. */
  beacon(): RunningBeacon;
  /** Stops the beacon. Returns a function that restarts it with its key and port. */
  stopBeacon(): Promise<() => Promise<void>>;
  nowMs(): number;
  /** Moves the clocks of database and beacon ahead; in small steps while the beacon is down. */
  jumpTo(ms: number): Promise<void>;
  startServer(...options: string[]): Promise<ServerProcess>;
  /** With additional environment variables. */
  startServerWith(environment: NodeJS.ProcessEnv, ...options: string[]): Promise<ServerProcess>;
  close(): Promise<void>;
}

export interface ServerProcess {
  address: string;
  /** Base URL of metrics and health checks. */
  metrics: string;
  pid: number;
  /** Signals the process and waits for its end. Returns the exit code; null if it was killed. */
  end(signal: 'SIGKILL' | 'SIGTERM'): Promise<number | null>;
}

/** Starts at the club's time; the clock runs from there. */
export async function runClub(club: Club): Promise<RealClub> {
  const folder = temporaryFolder('tercet-process-');
  const keysDir = makeKeys(join(folder.path, 'keys'));
  const dataDir = join(folder.path, 'beacon');
  mkdirSync(dataDir);
  writeFileSync(join(dataDir, 'beacon.key'), `${Buffer.from(BEACON_KEY).toString('hex')}\n`);
  let offsetMs = Math.round(club.clock.nowMs() - Date.now());
  const nowMs = (): number => Date.now() + offsetMs;
  let beacon = await startBeacon({ dataDir, port: 0, now: nowMs });
  let isDown = false;
  const children: ChildProcess[] = [];

  async function keepTime(): Promise<void> {
    await club.owner.query(`create or replace function clock.now() returns timestamptz language sql volatile
      as 'select clock_timestamp() + interval ''${offsetMs} milliseconds'''`);
  }
  await keepTime();

  return {
    beacon: () => beacon,
    async stopBeacon() {
      const { port } = beacon;
      await beacon.close();
      isDown = true;
      return async () => {
        beacon = await startBeacon({ dataDir, port, now: nowMs });
        isDown = false;
      };
    },
    nowMs,
    async jumpTo(ms) {
      // Processes distrust a larger jump without a beacon that confirms it.
      const stepMs = isDown ? STEP_MS : Number.POSITIVE_INFINITY;
      for (let left = ms - nowMs(); left > 0; left = ms - nowMs()) {
        offsetMs += Math.min(left, stepMs);
        await keepTime();
        if (isDown) await sleep(LOOKS_WITHIN_MS);
      }
    },
    startServer: (...options) => startServerWith({}, ...options),
    startServerWith,
    async close() {
      for (const child of children) child.kill('SIGKILL');
      await beacon.close();
      folder.remove();
    },
  };

  function startServerWith(environment: NodeJS.ProcessEnv, ...options: string[]): Promise<ServerProcess> {
    const child = spawn(process.execPath, [MAIN, ...options], {
      stdio: ['pipe', 'pipe', 'inherit'],
      env: {
        ...COMPILE_CACHE,
        PATH: process.env.PATH,
        PORT: '0',
        ...roleEnvironment(club.database),
        TERCET_LOCAL_BEACON_URL: beacon.url,
        TERCET_KEYS: keysDir,
        TERCET_LOG: 'silent',
        TERCET_METRICS: ':0',
        TERCET_DRAIN_SECONDS: '0',
        ...environment,
      },
    });
    children.push(child);
    return handleOf(child);
  }
}

async function handleOf(child: ChildProcess): Promise<ServerProcess> {
  const exited = once(child, 'exit') as Promise<[number | null]>;
  const lines = createInterface({ input: child.stdout as NodeJS.ReadableStream });
  const ready = once(lines, 'line') as Promise<[string]>;
  const [line] = await Promise.race([ready, exited.then(([code]) => Promise.reject(new Error(`exit code ${code}`)))]);
  const { address, metrics } = JSON.parse(line);
  return {
    address,
    metrics,
    pid: child.pid ?? 0,
    async end(signal) {
      child.kill(signal);
      const [code] = await exited;
      return code;
    },
  };
}
