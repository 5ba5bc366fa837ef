import type { Logger } from 'pino';
import type { Leaving, Running } from './running.ts';

/** Beyond the grace, until this process ends, whatever is still under way. */
const STOP_MS_MAX = 25_000;

export interface StoppingDeps {
  /** By what each is called in the log. */
  running: ReadonlyMap<string, Running>;
  /** Stopped after all others: it tells how they are. */
  last: Running;
  leaving: Leaving;
  graceMs: number;
  log: Pick<Logger, 'info' | 'warn' | 'error'>;
}

/**
 * Ends this process in order at SIGTERM: by a service manager, so with a grace for those who send members here. From a
 * terminal, or when the program that started us is gone, without one; a second signal cuts it short. What is not done
 * when the time is over is left off: each role can be ended anywhere, so that is no failure.
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
  // Started by another program that went away: its end of our standard input closes.
  if (process.argv.includes('--with-parent')) {
    const orphaned = (): void => stop(0);
    process.stdin.on('end', orphaned).on('error', orphaned).resume();
  }
}

/** Gives the exit code: 1 where something could not be stopped in order. */
async function stopAll({ running, last, log }: StoppingDeps, graceMs: number, hurry: AbortSignal): Promise<number> {
  const left = new Set(running.keys());
  log.info({ roles: [...left], graceMs }, 'told to end');
  let code = 0;
  const stopOne = async (name: string, one: Running): Promise<void> => {
    try {
      await one.stop({ graceMs, hurry });
    } catch (error) {
      code = 1;
      log.error({ err: error, what: name }, 'could not be stopped in order');
    }
    left.delete(name);
  };
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<void>((resolve) => {
    timer = setTimeout(() => {
      log.warn({ what: [...left] }, 'left off what was under way');
      resolve();
    }, graceMs + STOP_MS_MAX);
  });
  const all = Promise.all([...running].map(([name, one]) => stopOne(name, one)));
  await Promise.race([all.then(() => last.stop()), late]);
  clearTimeout(timer);
  log.info({ code }, 'ended');
  return code;
}
