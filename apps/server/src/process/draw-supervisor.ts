import { Worker } from 'node:worker_threads';
import type { Config } from '../config/config.ts';
import type { ProcessMetrics } from '../metrics/process-metrics.ts';
import type { DrawMessage } from './draw-report.ts';
import type { Running } from './lifecycle.ts';

const AGAIN_MS = 500;

/** Runs the draw in a worker thread and restarts it when it dies. Every step of the draw can be resumed. */
export async function superviseDrawWorker(config: Config, figures?: ProcessMetrics): Promise<Running> {
  let stopping = false;
  let worker: Worker | null = null;
  let again: NodeJS.Timeout | undefined;

  function start(): Promise<void> {
    return new Promise((resolve) => {
      const next = new Worker(new URL('./draw-worker.ts', import.meta.url), { workerData: config });
      worker = next;
      next.on('message', (message: DrawMessage) => {
        if (message.kind === 'ready') resolve();
        else if (message.kind === 'report') figures?.drawReported(message.report);
        else figures?.drawFailed(message.what, message.refusesBook);
      });
      next.on('error', (error) => process.stderr.write(`draw worker: ${error.message}\n`));
      next.on('exit', () => {
        worker = null;
        resolve();
        if (stopping) return;
        figures?.drawRestarted();
        again = setTimeout(() => void start(), AGAIN_MS);
      });
    });
  }

  await start();
  return {
    async stop() {
      stopping = true;
      clearTimeout(again);
      const ending = worker;
      // The worker may have died and not restarted yet.
      if (ending === null) return;
      await new Promise<void>((resolve) => {
        ending.once('exit', () => resolve());
        ending.postMessage('stop');
      });
    },
  };
}
