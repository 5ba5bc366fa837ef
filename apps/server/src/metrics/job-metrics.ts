import { Counter, Gauge, type Registry } from 'prom-client';

export interface JobMetrics {
  /**
   * Before its first run: what never ran well must show as well. A first run may have failed before anybody looks; an
   * alert that one failure is enough for goes by the age of the process, too.
   */
  begin(job: string): void;
  /** Told after each run of a job that did something, and whether it went well. */
  ran(job: string, ok: boolean): void;
}

/** How often each timed job ran and failed, and when it last went well (Unix seconds), or its process began. */
export function registerJobMetrics(registry: Registry): JobMetrics {
  const runs = new Counter({
    name: 'tercet_job_runs_total',
    help: 'Runs of timed jobs',
    labelNames: ['job', 'result'],
    registers: [registry],
  });
  const succeeded = new Gauge({
    name: 'tercet_job_succeeded_timestamp_seconds',
    help: 'When a timed job last went well, at first when its process began',
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
