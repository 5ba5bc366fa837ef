import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { setTimeout as sleep } from 'node:timers/promises';
import { StartFailure } from '../failure.ts';
import { COMPILE_CACHE } from './compile-cache.ts';
import type { LogFile } from './log-file.ts';

/** How to start a child. The child must end when its standard input ends, so that it never outlives a killed parent. */
export interface ChildPlan {
  name: string;
  /** Arguments of Node. `before` is the child's last ready message, so that it can use the same port again. */
  args(before: Ready | null): string[];
  env: NodeJS.ProcessEnv;
  cwd?: string;
  log: LogFile;
  readyWithinMs: number;
  /** Reads the ready message from a line of output. Default: a line of JSON with `ready`. */
  readyIn?: (line: string) => Ready | null;
  /** Receives lines of the child's error output, in addition to the log. */
  onComplaint?: (line: string) => void;
}

/** Lines of a warning or a stack, which do not state the cause. */
const NO_COMPLAINT = /^\s*$|^\(|^\s+at |^Node\.js v/;

export type Ready = Record<string, unknown>;

export interface RestartedChild {
  /** The last ready message. */
  ready(): Ready;
  pid(): number | undefined;
  /** Asks the child to end and kills it after `graceMs`. */
  stop(graceMs: number): Promise<void>;
}

/** Delays before each restart. A child that ends again after the last one is lost. */
const RESTART_AFTER_MS = [200, 500, 1_000, 2_000, 4_000];
/** After running this long, a child's failures are forgotten. */
const WELL_AFTER_MS = 60_000;

/**
 * Starts a child and restarts it when it ends unexpectedly. Throws `StartFailure` when the first start does not become
 * ready. Calls `onLost` after too many later failures.
 */
export async function keepRunning(plan: ChildPlan, onLost: (failure: StartFailure) => void): Promise<RestartedChild> {
  const stopping = new AbortController();
  let { child, ready } = await launch(plan, null);
  let failures = 0;

  async function keep(): Promise<void> {
    for (;;) {
      const since = performance.now();
      await ended(child);
      if (stopping.signal.aborted) return;
      if (performance.now() - since > WELL_AFTER_MS) failures = 0;
      if (!(await startAgain())) return;
    }
  }

  async function startAgain(): Promise<boolean> {
    for (;;) {
      const delay = RESTART_AFTER_MS[failures++];
      if (delay === undefined) {
        onLost(new StartFailure(`The ${plan.name} ended ${failures} times; its log is ${plan.log.path}`));
        return false;
      }
      plan.log.write(`the ${plan.name} ended (${child.signalCode ?? child.exitCode}); starting it again`);
      try {
        await sleep(delay, undefined, { signal: stopping.signal });
        ({ child, ready } = await launch(plan, ready));
      } catch (error) {
        if (stopping.signal.aborted) return false;
        plan.log.write(String(error));
        continue;
      }
      if (stopping.signal.aborted) await end(child, 0);
      return !stopping.signal.aborted;
    }
  }

  const program = keep();
  return {
    ready: () => ready,
    pid: () => child.pid,
    async stop(graceMs) {
      stopping.abort();
      await end(child, graceMs);
      await program;
    },
  };
}

function launch(plan: ChildPlan, before: Ready | null): Promise<{ child: ChildProcess; ready: Ready }> {
  // A separate process group: an interrupt from the terminal reaches only us, and we stop the children in order.
  const child = spawn(process.execPath, plan.args(before), {
    cwd: plan.cwd,
    env: { ...COMPILE_CACHE, ...plan.env },
    detached: true,
    stdio: ['pipe', 'pipe', 'pipe'],
  });
  child.stdin.on('error', () => {});
  const readyIn = plan.readyIn ?? readyInJson;
  let complaint = '';
  return new Promise((resolve, reject) => {
    const timer = setTimeout(() => {
      fail(`is not ready after ${plan.readyWithinMs / 1_000} s`);
      void end(child, 0);
    }, plan.readyWithinMs);
    function fail(what: string): void {
      clearTimeout(timer);
      reject(new StartFailure(`The ${plan.name} ${what}; its log is ${plan.log.path}`));
    }
    createInterface(child.stdout).on('line', (line) => {
      const ready = readyIn(line);
      if (!ready) return plan.log.write(line);
      clearTimeout(timer);
      resolve({ child, ready });
    });
    createInterface(child.stderr).on('line', (line) => {
      plan.log.write(line);
      if (NO_COMPLAINT.test(line)) return;
      complaint = line.trim();
      plan.onComplaint?.(line);
    });
    child.on('error', (error) => fail(`cannot be started: ${error.message}`));
    child.on('close', (code, signal) => fail(`ended at once: ${complaint || (signal ?? `exit code ${code}`)}`));
  });
}

function readyInJson(line: string): Ready | null {
  if (!line.startsWith('{') || !line.includes('"ready"')) return null;
  try {
    const parsed = JSON.parse(line) as Ready;
    return parsed.ready === true ? parsed : null;
  } catch {
    return null;
  }
}

async function ended(child: ChildProcess): Promise<void> {
  if (child.exitCode === null && child.signalCode === null) await once(child, 'exit');
}

async function end(child: ChildProcess, graceMs: number): Promise<void> {
  if (child.pid === undefined || child.exitCode !== null || child.signalCode !== null) return;
  const done = ended(child);
  if (graceMs > 0) {
    child.kill('SIGTERM');
    await Promise.race([done, sleep(graceMs, undefined, { ref: false })]);
  }
  if (child.exitCode === null && child.signalCode === null) {
    try {
      process.kill(-child.pid, 'SIGKILL');
    } catch {
      // It ended between the check and the signal.
    }
    await done;
  }
}
