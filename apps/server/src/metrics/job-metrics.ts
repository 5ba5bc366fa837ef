import { Counter, Gauge, type Registry } from 'prom-client';

export interface JobMetrics {
  /**
   * Initializes a job's metrics before its first run, so that a job that never succeeded is visible. The first run may
   * fail before the first scrape. An alert on a single failure should also use the age of the process.
   */
  begin(job: string): void;
  /** Called after each run that did something, with its success. */
  ran(job: string, ok: boolean): void;
}

/**
 * Number of runs and failures per job, and the time of the last success (Unix seconds). Initially the start of the
 * process.
 */
export function registerJobMetrics(registry: Registry): JobMetrics {
  const runs = new Counter({
    name: 'tercet_job_runs_total',
    help: 'Runs of timed jobs',
    labelNames: ['job', 'result'],
    registers: [registry],
  });
  const succeeded = new Gauge({
    name: 'tercet_job_succeeded_timestamp_seconds',
    help: 'Unix time of the last success of a timed job; at first the start of its process',
    labelNames: ['job'],
    registers: [registry],
  });
  return {
    begin(job) {
      for (const result of ['ok', 'failed']) runs.inc({ job, result }, 0);
      succeeded.setToCurrentTime({ job });
    },
    ran(job, ok) {
      runs.inc({ job, result: ok ? 'ok' : 'failed' });
      if (ok) succeeded.setToCurrentTime({ job });
    },
  };
}
