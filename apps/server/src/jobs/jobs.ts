import type { Logger } from 'pino';
import type { Config } from '../config.ts';
import { extendPartitions } from '../db/migrate.ts';
import { type Db, openDb, openPool } from '../db/pool.ts';
import { transaction } from '../db/transaction.ts';
import { switchByVoidRate } from '../draw/void-rate.ts';
import { loadCatalogue } from '../lottery/catalogue.ts';
import { sweepTries } from '../members/tries.ts';
import { forgetOwed } from './forget-owed.ts';
import { type LiabilitiesJob, liabilitiesJob } from './liabilities-job.ts';
import { reconcileLedger } from './reconcile-ledger.ts';

export interface Jobs {
  stop(): Promise<void>;
}

interface Job {
  name: string;
  everyMs: number;
  run(): Promise<unknown>;
}

const SECOND_MS = 1_000;
const MINUTE_MS = 60 * SECOND_MS;
const HOUR_MS = 60 * MINUTE_MS;

/** Timed work that may run late and twice. */
export function startJobs(config: Config, log: Logger): Jobs {
  const db = openDb(openPool({ url: config.appUrl, connectionsMax: 2, applicationName: 'tercet jobs' }));
  const liabilities = liabilitiesJob(config, db);
  const timers = jobsOf(config, db, log, liabilities).map((job) => {
    const run = (): void => {
      job.run().catch((error: unknown) => log.warn({ err: error, job: job.name }, 'a job failed and will run again'));
    };
    run();
    return setInterval(run, job.everyMs);
  });
  return {
    async stop() {
      for (const timer of timers) clearInterval(timer);
      await liabilities.stop();
      await db.destroy();
    },
  };
}

function jobsOf(config: Config, db: Db, log: Logger, liabilities: LiabilitiesJob): Job[] {
  return [
    // Only the owner may make tables; his connection is open for a moment only.
    { name: 'extend partitions', everyMs: 6 * HOUR_MS, run: () => extendPartitions(config.ownerUrl) },
    { name: 'forget old tries', everyMs: HOUR_MS, run: () => transaction(db, (tx) => sweepTries(tx)) },
    { name: 'close tables by their void rate', everyMs: MINUTE_MS, run: () => switchTables(db) },
    { name: 'publish the liabilities', everyMs: 10 * SECOND_MS, run: () => liabilities.run() },
    { name: 'forget old paths of liabilities', everyMs: 24 * HOUR_MS, run: () => forgetOwed(config.ownerUrl) },
    { name: 'reconcile the ledger', everyMs: 24 * HOUR_MS, run: () => reconcileLedger(db, log) },
  ];
}

async function switchTables(db: Db): Promise<void> {
  for (const lottery of (await loadCatalogue(db)).lotteries) await switchByVoidRate(db, lottery);
}
