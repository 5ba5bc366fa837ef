import type { Logger } from 'pino';
import type { Leaving, Running } from './lifecycle.ts';

/** Limit for work in progress, added to the grace period. */
const STOP_MS_MAX = 25_000;

export interface StoppingDeps {
  /** Services by their name in the log. */
  running: ReadonlyMap<string, Running>;
  /** Stopped after all others, because it reports their state. */
  last: Running;
  leaving: Leaving;
  graceMs: number;
  log: Pick<Logger, 'info' | 'warn' | 'error'>;
}

/**
 * Stops this process in order on SIGTERM or SIGINT.
 *
 * - SIGTERM comes from a service manager. Its grace period lets load balancers notice.
 * - SIGINT comes from a terminal and has no grace period. Neither has the end of the parent process.
 * - A second signal cuts the stop short.
 *
 * At the time limit the process ends anyway with code 0: each role can be interrupted at any point.
 */
export function stopOnSignal(deps: StoppingDeps): void {
  const hurry = new AbortController();
  const stop = (graceMs: number): void => {
    if (deps.leaving.begun) {
      hurry.abort();
      return;
    }
    deps.leaving.begun = true;
    void stopAll(deps, graceMs, hurry.signal).then((code) => process.exit(code));
  };
  process.on('SIGTERM', () => stop(deps.graceMs));
  process.on('SIGINT', () => stop(0));
  // The end of standard input means that the parent process is gone.
  if (process.argv.includes('--with-parent')) {
    const orphaned = (): void => stop(0);
    process.stdin.on('end', orphaned).on('error', orphaned).resume();
  }
}

/** Returns the exit code: 1 if a service could not be stopped in order. */
async function stopAll({ running, last, log }: StoppingDeps, graceMs: number, hurry: AbortSignal): Promise<number> {
  const left = new Set(running.keys());
  log.info({ roles: [...left], graceMs }, 'shutting down');
  let code = 0;
  const stopOne = async (name: string, one: Running): Promise<void> => {
    try {
      await one.stop({ graceMs, hurry });
    } catch (error) {
      code = 1;
      log.error({ err: error, what: name }, 'failed to stop');
    }
    left.delete(name);
  };
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<void>((resolve) => {
    timer = setTimeout(() => {
      log.warn({ what: [...left] }, 'shutdown timed out, unfinished work was interrupted');
      resolve();
    }, graceMs + STOP_MS_MAX);
  });
  const all = Promise.all([...running].map(([name, one]) => stopOne(name, one)));
  await Promise.race([all.then(() => last.stop()), late]);
  clearTimeout(timer);
  log.info({ code }, 'stopped');
  return code;
}
