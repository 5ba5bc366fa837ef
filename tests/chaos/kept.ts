import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { appendFileSync } from 'node:fs';
import { createInterface } from 'node:readline';
import { setTimeout as sleep } from 'node:timers/promises';

/** A program that is started again whenever it ends, as a service manager does. */
export interface Kept {
  readonly name: string;
  /** What it said when it was ready last, such as its port. */
  readonly said: Record<string, unknown>;
  /** Resolves once it is ready; throws when that takes longer than `READY_MS_MAX`. */
  ready(): Promise<void>;
  /** SIGKILL, whatever it is doing, starting included. */
  kill(): void;
  /** Stops its clock and all it does for so long, as a machine that swaps or a paused container. */
  pause(ms: number): Promise<void>;
  /** In order, and for good. */
  stop(): Promise<void>;
}

export interface KeptOptions {
  name: string;
  file: string;
  args: readonly string[];
  /** Asked anew at each start. */
  env(): NodeJS.ProcessEnv;
  /** What it writes goes there. */
  logPath: string;
}

const READY_MS_MAX = 120_000;
/** Between an end and the next start: a program that cannot start yet must not take the whole machine. */
const AGAIN_MS = 200;

/** Throws when the program does not become ready the first time. */
export async function keep(options: KeptOptions): Promise<Kept> {
  let child: ChildProcess;
  /** The one that we killed: what it said before is read later. */
  let killed: ChildProcess | null = null;
  let stopping = false;
  let isReady = false;
  let said: Record<string, unknown> = {};

  function start(): void {
    isReady = false;
    child = spawn(process.execPath, [options.file, ...options.args], {
      env: options.env(),
      stdio: ['pipe', 'pipe', 'pipe'],
    });
    child.stdin?.on('error', () => {});
    for (const output of [child.stdout, child.stderr])
      output?.on('data', (chunk: Buffer) => appendFileSync(options.logPath, chunk));
    const own = child;
    createInterface({ input: child.stdout as NodeJS.ReadableStream }).once('line', (line) => {
      if (own !== child || own === killed) return;
      said = JSON.parse(line) as Record<string, unknown>;
      isReady = true;
    });
    child.once('exit', () => {
      isReady = false;
      if (!stopping) setTimeout(start, AGAIN_MS);
    });
  }

  async function ready(): Promise<void> {
    const deadline = performance.now() + READY_MS_MAX;
    while (!isReady) {
      if (performance.now() > deadline) throw new Error(`${options.name} is not ready`);
      await sleep(20);
    }
  }

  start();
  await ready();
  return {
    name: options.name,
    get said() {
      return said;
    },
    ready,
    kill() {
      isReady = false;
      killed = child;
      child.kill('SIGKILL');
    },
    async pause(ms) {
      const paused = child;
      paused.kill('SIGSTOP');
      await sleep(ms);
      paused.kill('SIGCONT');
    },
    async stop() {
      stopping = true;
      if (child.exitCode !== null || child.signalCode !== null) return;
      const exited = once(child, 'exit');
      child.kill('SIGTERM');
      await exited;
    },
  };
}
