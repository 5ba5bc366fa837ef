import type { FunctionRights } from './functions.ts';
import type { TableRights } from './tables.ts';

/**
 * Additional rights where `deploy/citus.sql` distributes members' rows over the machines of a cluster. On a worker, a
 * transaction cannot switch roles. So locks, postings and sums of a member's play run there as the process's role. The
 * coordinator writes column defaults as plain values. Policies of `deploy/citus.sql` allow nothing but the default.
 */
export const CITUS_RIGHTS: TableRights = {
  'ledger.balance': { api: 'update (version)', jobs: 'update (version)' },
  'ledger.gate': { api: 'update (epoch)', jobs: 'update (epoch)' },
  'lottery.play_session': {
    api: 'insert, update (started_at, last_at, staked_day, lost_day, lost_week, lost_month, stale_at)',
  },
  'members.exclusion': { api: 'insert (from_at)', jobs: 'insert (from_at)' },
  'members.exclusion_end': { api: 'insert (ended_at)' },
  'members.exclusion_end_request': { api: 'insert (asked_at)' },
  'members.limit_prompt': { api: 'insert (at)' },
  'members.limit_request': { api: 'insert (asked_at)' },
  'members.limit_review': { api: 'insert (at)' },
  'members.limit_set': { api: 'insert (set_at)' },
  'members.member': { jobs: 'update (locale)' },
  'members.note': { api: 'insert (at)' },
  'members.person_fingerprint': { api: 'insert (at)', jobs: 'insert (at)' },
};

/** Rights of functions that a cluster replaces, or that are not SECURITY DEFINER there. */
export const CITUS_FUNCTIONS: Readonly<Record<string, FunctionRights>> = {
  'ledger.lock': { roles: ['api', 'jobs'] },
  'ledger.write_bucket': { roles: [] },
  'ledger.write_spread': { roles: [] },
  'lottery.refresh_play': { roles: ['api'] },
  'members.lock_member': { roles: ['api', 'jobs'] },
};
