import type { FunctionRights } from './functions.ts';
import type { TableRights } from './tables.ts';

/**
 * What the roles need beside the rest where `deploy/citus.sql` spread members' rows over the machines of a cluster. A
 * transaction may not be two people at a worker, so what a transaction of the server mixes with its own statements runs
 * as the role itself there: locks, postings and the sums of a member's play. A row's defaults are written by the
 * coordinator like any other value; policies of `deploy/citus.sql` let nothing but the default in.
 */
export const SPREAD_RIGHTS: TableRights = {
  'ledger.balance': {
    api: 'insert (available, held, play, cash, sales, correction, issue, version), update (version)',
    jobs: 'update (version)',
  },
  'ledger.gate': { api: 'update (epoch)', jobs: 'update (epoch)' },
  'lottery.play_session': {
    api: 'insert, update (started_at, last_at, staked_day, lost_day, lost_week, lost_month, stale_at)',
  },
  'members.exclusion': { api: 'insert (from_at)', jobs: 'insert (from_at)' },
  'members.limit_prompt': { api: 'insert (at)' },
  'members.limit_request': { api: 'insert (asked_at)' },
  'members.limit_review': { api: 'insert (at)' },
  'members.limit_set': { api: 'insert (set_at)' },
  'members.member': { jobs: 'update (locale)' },
  'members.note': { api: 'insert (at)' },
  'members.person_fingerprint': { api: 'insert (at)', jobs: 'insert (at)' },
};

/** The forms of functions that a cluster has in place of others, or that lend nothing there. */
export const SPREAD_FUNCTIONS: Readonly<Record<string, FunctionRights>> = {
  'ledger.lock': { roles: ['api', 'jobs'] },
  'ledger.write_bucket': { roles: [] },
  'ledger.write_spread': { roles: [] },
  'lottery.refresh_play': { roles: ['api'] },
  'members.lock_member': { roles: ['api', 'jobs'] },
};
