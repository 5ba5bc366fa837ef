import type { Logger } from 'pino';
import { listen } from '../db/listen.ts';
import { step } from '../trace/steps.ts';
import type { JobMetrics } from '../metrics/job-metrics.ts';

export interface Job {
  name: string;
  everyMs: number;
  /** A channel of the database on which there is news for it: then it runs at once. */
  channel?: string;
  /** What it resolves to is nobody's, but for `RESTED`. */
  run(): Promise<unknown>;
}

/** Of a run that did nothing, since one before it failed a moment ago: it has neither gone well nor failed. */
export const RESTED = Symbol('rested');

interface TimedJobDeps {
  log: Pick<Logger, 'warn'>;
  /** Runs that have begun, for whoever waits for their end. */
  underWay: Set<Promise<void>>;
  figures: JobMetrics | undefined;
  /** Where jobs with a channel listen; without it they go by their clock alone. */
  listenUrl?: string;
}

export interface RunningJob {
  /** No run begins afterwards; those under way go on. */
  stop(): Promise<void>;
}

/** Runs a job at once, and then by its clock and whenever there is news for it, until it is stopped. */
export function startJob(job: Job, { log, underWay, figures, listenUrl }: TimedJobDeps): RunningJob {
  let isRunning = false;
  let isNews = false;
  let isStopped = false;
  figures?.begin(job.name);
  const run = (): void => {
    // A slow run is not overtaken by the next: it would only ask the same again.
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
          // The clock tries again: news about what fails would not let it rest.
          isNews = false;
          log.warn({ err: error, job: job.name }, 'a job failed and will run again');
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
