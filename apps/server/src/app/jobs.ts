import { setTimeout as sleep } from 'node:timers/promises';
import type { Logger } from 'pino';
import { type Config, listenUrlOf, urlOf } from '../config/config.ts';
import { openDb, openPool } from '../db/pool.ts';
import { createSelfCheck, type SelfCheck } from '../integrity/self-check.ts';
import { filmJobs } from '../jobs/film-jobs.ts';
import { jobsOf } from '../jobs/jobs.ts';
import { liabilitiesJob } from '../jobs/liabilities-job.ts';
import { startJob } from '../jobs/timed-job.ts';
import { createSessions } from '../members/sessions/sessions.ts';
import type { JobMetrics } from '../metrics/job-metrics.ts';
import { countsOf, type ProcessMetrics } from '../metrics/process-metrics.ts';
import type { Running } from '../process/lifecycle.ts';
import { bookKeys, guardOf } from './book.ts';
import { keepCatalogue } from './catalogue.ts';
import { openFilmStore } from './films.ts';
import { openHouse } from './house.ts';
import { openIdentity } from './identity.ts';
import { openPush, openWallet } from './wallet.ts';

/** Longest wait for running jobs at shutdown, in ms. */
const FINISH_MS_MAX = 15_000;

export interface JobSurroundings {
  /** Hashes of the program. By default, they are read at the start. */
  selfCheck?: SelfCheck;
  jobFigures?: JobMetrics | undefined;
  /** Metrics of this process. */
  figures?: ProcessMetrics | undefined;
}

/** Starts timed jobs. Each may run late or twice. */
export async function startJobs(
  config: Config,
  log: Logger,
  { selfCheck = createSelfCheck({ ...config, log }), jobFigures, figures }: JobSurroundings = {},
): Promise<Running> {
  const pool = openPool({ url: urlOf(config, 'jobs'), connectionsMax: 4, applicationName: 'tercet jobs' });
  figures?.pool('jobs', () => countsOf(pool));
  const db = openDb(pool);
  const { house } = await openHouse(db, config, ['jobs']);
  const liabilities = liabilitiesJob(config, db);
  const payments = await openWallet(config, db, house, log);
  const push = await openPush(config, db, payments.cipher, log);
  const identity = await openIdentity(config, db, house, createSessions(db));
  const films = filmJobs({ db, store: openFilmStore(config), searchPath: config.films.searchPath, log });
  const guard = guardOf(db, house.origin, config);
  const underWay = new Set<Promise<void>>();
  const listenUrl = listenUrlOf(config, 'jobs');
  const shelf = await keepCatalogue(db, listenUrl);
  const deps = {
    ...{ db, log, liabilities, payments, macs: payments.macs, push, identity, films, guard },
    ...{ catalogue: shelf.read, logKeys: () => bookKeys(db, house.origin, config) },
    thresholds: config.netDepositThresholds,
    selfCheck,
  };
  const jobs = jobsOf(deps).map((job) => startJob(job, { log, underWay, figures: jobFigures, listenUrl }));
  return {
    async stop() {
      await Promise.all(jobs.map((job) => job.stop()));
      await Promise.all([liabilities.stop(), films.stop(), shelf.stop()]);
      // Any job can be interrupted and repeated. Those that finish in time may do so.
      await Promise.race([Promise.all(underWay), sleep(FINISH_MS_MAX, undefined, { ref: false })]);
      await db.destroy();
    },
  };
}
