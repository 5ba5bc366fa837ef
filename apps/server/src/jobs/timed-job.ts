import type { Logger } from 'pino';
import { step } from '../trace/steps.ts';
import type { JobFigures } from '../watch/job-figures.ts';

export interface Job {
  name: string;
  everyMs: number;
  /** What it resolves to is nobody's, but for `RESTED`. */
  run(): Promise<unknown>;
}

/** Of a run that did nothing, since one before it failed a moment ago: it has neither gone well nor failed. */
export const RESTED = Symbol('rested');

interface TimedJobDeps {
  log: Pick<Logger, 'warn'>;
  /** Runs that have begun, for whoever waits for their end. */
  underWay: Set<Promise<void>>;
  figures: JobFigures | undefined;
}

/** Runs a job at once, and then by its clock until the timer is cleared. */
export function startJob(job: Job, { log, underWay, figures }: TimedJobDeps): NodeJS.Timeout {
  let isRunning = false;
  figures?.begin(job.name);
  const run = (): void => {
    // A slow run is not overtaken by the next: it would only ask the same again.
    if (isRunning) return;
    isRunning = true;
    const done = step(`job: ${job.name}`, {}, async () => job.run())
      .then(
        (result) => {
          if (result !== RESTED) figures?.ran(job.name, true);
        },
        (error: unknown) => {
          figures?.ran(job.name, false);
          log.warn({ err: error, job: job.name }, 'a job failed and will run again');
        },
      )
      .finally(() => {
        isRunning = false;
        underWay.delete(done);
      });
    underWay.add(done);
  };
  run();
  return setInterval(run, job.everyMs);
}
