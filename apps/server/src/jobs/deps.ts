import type { Logger } from 'pino';
import type { BookGuard } from '../book/guard.ts';
import type { RowMacs } from '../crypto/row-macs.ts';
import type { Db } from '../db/pool.ts';
import type { IdentityDeps } from '../identity-checks/deps.ts';
import type { SelfCheck } from '../integrity/self-check.ts';
import type { Catalogue } from '../lottery/catalogue.ts';
import type { PushDeps } from '../members/messages/push.ts';
import type { PaymentsDeps } from '../payments/deps.ts';
import type { NetDepositThreshold } from '../risk/net-deposits.ts';
import type { FilmJobs } from './film-jobs.ts';
import type { LiabilitiesJob } from './liabilities-job.ts';

export interface JobsDeps {
  db: Db;
  log: Logger;
  liabilities: LiabilitiesJob;
  payments: PaymentsDeps;
  push: PushDeps;
  identity: IdentityDeps;
  films: FilmJobs;
  guard: BookGuard;
  catalogue(): Catalogue;
  logKeys(): Promise<readonly string[]>;
  macs: RowMacs;
  /** Thresholds of net deposits that open cases for staff. */
  thresholds: readonly NetDepositThreshold[];
  selfCheck: SelfCheck;
}
