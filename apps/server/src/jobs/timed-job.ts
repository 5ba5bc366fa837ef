import type { Logger } from 'pino';
import { listen } from '../db/listen.ts';
import type { JobMetrics } from '../metrics/job-metrics.ts';
import { step } from '../trace/steps.ts';

export interface Job {
  name: string;
  everyMs: number;
  /** Database channel whose notifications trigger the job at once. */
  channel?: string;
  /** The result is ignored, except `RESTED`. */
  run(): Promise<unknown>;
}

/**
 * Result of a run that did nothing because an earlier one failed recently. It counts as neither success nor failure.
 */
export const RESTED = Symbol('rested');

interface TimedJobDeps {
  log: Pick<Logger, 'warn'>;
  /** Runs in progress, so that a shutdown can wait for them. */
  underWay: Set<Promise<void>>;
  figures: JobMetrics | undefined;
  /** URL for jobs with a channel. Without it they run only by their timer. */
  listenUrl?: string;
}

export interface RunningJob {
  /** Starts no further run. Runs in progress continue. */
  stop(): Promise<void>;
}

/** Runs a job at once, then by its timer and on notifications, until it is stopped. */
export function startJob(job: Job, { log, underWay, figures, listenUrl }: TimedJobDeps): RunningJob {
  let isRunning = false;
  let isNews = false;
  let isStopped = false;
  figures?.begin(job.name);
  const run = (): void => {
    // Runs never overlap: a second one would only repeat the same queries.
    if (isRunning || isStopped) return;
    isRunning = true;
    isNews = false;
    const done = step(`job: ${job.name}`, {}, async () => job.run())
      .then(
        (result) => {
          if (result !== RESTED) figures?.ran(job.name, true);
        },
        (error: unknown) => {
          figures?.ran(job.name, false);
          // The timer retries. Notifications about the failing work would cause endless retries.
          isNews = false;
          log.warn({ err: error, job: job.name }, 'job failed, will retry');
        },
      )
      .finally(() => {
        isRunning = false;
        underWay.delete(done);
        if (isNews) run();
      });
    underWay.add(done);
  };
  const hear = (): void => {
    isNews = true;
    run();
  };
  const handlers = { onMessage: hear, onGap: hear };
  const listener = job.channel && listenUrl ? listen(listenUrl, job.channel, handlers) : null;
  run();
  const timer = setInterval(run, job.everyMs);
  return {
    async stop() {
      isStopped = true;
      clearInterval(timer);
      await listener?.close();
    },
  };
}
