import { workerData } from 'node:worker_threads';
import { type Config, urlOf } from '../config/config.ts';
import { CONSISTENT_READ_MS_MAX } from '../db/consistent-read.ts';
import { openDb, openPool } from '../db/pool.ts';
import { publishLiabilities } from './publish-liabilities.ts';

const STATEMENT_MS_MAX = 5 * 60_000;

const db = openDb(
  openPool({
    url: urlOf(workerData as Config, 'jobs'),
    connectionsMax: 4,
    applicationName: 'tercet liabilities',
    statementTimeoutMs: STATEMENT_MS_MAX,
    longestStatementMs: CONSISTENT_READ_MS_MAX,
  }),
);
try {
  await publishLiabilities(db);
} finally {
  await db.destroy();
}
