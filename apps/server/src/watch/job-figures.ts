import { Counter, Gauge, type Registry } from 'prom-client';

/** Told after each run of a job, and whether it went well. */
export type NoteRun = (job: string, ok: boolean) => void;

/** How often each timed job ran and failed, and when it last went well (Unix seconds). */
export function registerJobFigures(registry: Registry): NoteRun {
  const runs = new Counter({
    name: 'tercet_job_runs_total',
    help: 'Runs of timed jobs',
    labelNames: ['job', 'result'],
    registers: [registry],
  });
  const succeeded = new Gauge({
    name: 'tercet_job_succeeded_timestamp_seconds',
    help: 'When a timed job last went well',
    labelNames: ['job'],
    registers: [registry],
  });
  return (job, ok) => {
    runs.inc({ job, result: ok ? 'ok' : 'failed' });
    if (ok) succeeded.setToCurrentTime({ job });
  };
}
