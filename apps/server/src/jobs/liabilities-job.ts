import { Worker } from 'node:worker_threads';
import type { Config } from '../config/config.ts';
import type { Db } from '../db/pool.ts';
import { isLiabilitiesDue } from './publish-liabilities.ts';
import { RESTED } from './timed-job.ts';

export interface LiabilitiesJob {
  /**
   * Resolves when today's liabilities are in the book, are not due yet, or are handled by another process. Resolves to
   * `RESTED` for a while after a failure.
   */
  run(): Promise<typeof RESTED | null>;
  stop(): Promise<void>;
}

/** Pause after a failure, in ms: each try may read the whole ledger. */
const REST_MS = 5 * 60_000;

/**
 * Publishes today's liabilities on a worker thread, because hashing millions of leaves must not delay bets. An
 * interrupted run leaves only the snapshot.
 */
export function liabilitiesJob(config: Config, db: Db): LiabilitiesJob {
  let working: Worker | null = null;
  let restsUntil = 0;
  return {
    async run() {
      if (performance.now() < restsUntil) return RESTED;
      if (working !== null || !(await isLiabilitiesDue(db)) || working !== null) return null;
      const worker = new Worker(new URL('./liabilities-thread.ts', import.meta.url), { workerData: config });
      working = worker;
      try {
        await new Promise<void>((resolve, reject) => {
          worker.once('error', (error) => {
            restsUntil = performance.now() + REST_MS;
            reject(error);
          });
          worker.once('exit', () => resolve());
        });
        return null;
      } finally {
        working = null;
      }
    },
    async stop() {
      await working?.terminate();
    },
  };
}
