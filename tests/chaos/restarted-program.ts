import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { appendFileSync } from 'node:fs';
import { createInterface } from 'node:readline';
import { setTimeout as sleep } from 'node:timers/promises';

/** A program that restarts whenever it ends, as under a service manager. */
export interface RestartedProgram {
  readonly name: string;
  /** Its last ready message, for example with its port. */
  readonly readyMessage: Record<string, unknown>;
  /** Resolves when it is ready. Throws after `READY_MS_MAX`. */
  ready(): Promise<void>;
  /** Kills it (SIGKILL), even while it starts. */
  kill(): void;
  /** Stops the process for a while (SIGSTOP), like a swapping machine or a paused container. */
  pause(ms: number): Promise<void>;
  /** Shuts it down for good. */
  stop(): Promise<void>;
}

export interface StoredOptions {
  name: string;
  file: string;
  args: readonly string[];
  /** Read at each start. */
  env(): NodeJS.ProcessEnv;
  /** File for its output. */
  logPath: string;
}

const READY_MS_MAX = 120_000;
/** Delay before a restart, so that a program that cannot start does not use up the machine. */
const AGAIN_MS = 200;

/** Throws when the first start does not become ready. */
export async function keep(options: StoredOptions): Promise<RestartedProgram> {
  let child: ChildProcess;
  /** The process that we killed. Its remaining output arrives later. */
  let killed: ChildProcess | null = null;
  let stopping = false;
  let isReady = false;
  let stated: Record<string, unknown> = {};

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
      stated = JSON.parse(line) as Record<string, unknown>;
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
    get readyMessage() {
      return stated;
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
