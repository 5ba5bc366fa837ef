import pg from 'pg';
import { outlive } from '../db/pool.ts';
import { yearsKept } from '../members/retention.ts';
import { eraseAccounts } from './erase-accounts.ts';
import { eraseInBatches } from './erase-batches.ts';
import { OWED_DAYS } from './forget-owed.ts';

interface Kept {
  table: string;
  kind: Parameters<typeof yearsKept>[0];
  /** When a row was over, by itself; what came after the account was closed is kept so long from then. */
  overAt: string;
  /** What else must be so, in SQL. */
  and?: string;
}

const DESK_OVER_AT = `(select t.last_at from desk.thread t
  where t.bucket = r.bucket and t.member_id = r.member_id and t.id = r.thread_id)`;

/** Behind its last picture: one goes before the report. */
const REPORT_OVER_AT = `greatest(r.at, r.decided_at, (select max(e.at) from directory.evidence e
  where e.bucket = r.bucket and e.member_id = r.member_id and e.report_id = r.id))`;

const KEPT: readonly Kept[] = [
  { table: 'members.push_task', kind: 'push', overAt: 'r.next_at' },
  { table: 'members.push_subscription', kind: 'push', overAt: 'r.created_at' },
  { table: 'video.progress', kind: 'films', overAt: 'r.at' },
  { table: 'video.choice', kind: 'films', overAt: 'r.at' },
  { table: 'video.play', kind: 'films', overAt: 'r.hour' },
  { table: 'members.message', kind: 'messages', overAt: 'r.at' },
  // By one date, that of the talk: a file goes before its entry, and both before the talk.
  { table: 'desk.file', kind: 'messages', overAt: DESK_OVER_AT },
  { table: 'desk.entry', kind: 'messages', overAt: DESK_OVER_AT },
  { table: 'desk.thread', kind: 'messages', overAt: 'r.last_at' },
  { table: 'directory.evidence', kind: 'messages', overAt: 'r.at' },
  { table: 'directory.report', kind: 'messages', overAt: REPORT_OVER_AT },
  {
    table: 'members.person_key',
    kind: 'recognition',
    overAt: 'r.at',
    and: `not exists (
      select from members.exclusion e
      where e.bucket = r.bucket and e.member_id = r.member_id and e.from_at + e.hours * interval '1 hour' > clock.now())`,
  },
  {
    table: 'members.session',
    kind: 'sessions',
    overAt: "least(coalesce(r.ended_at, 'infinity'), r.idle_until, r.expires_at)",
  },
];

const OF_CLOSED = 'join members.closure c on c.bucket = r.bucket and c.member_id = r.member_id';

/**
 * Erases what of members who left is kept no longer (see members/retention.ts); returns the number of rows. Only the
 * owner may: the server's own role removes no message. His connection is open for as long as there is something to do.
 */
export async function eraseKept(ownerUrl: string): Promise<number> {
  const pool = new pg.Pool({ connectionString: ownerUrl, max: 1, connectionTimeoutMillis: 5_000 });
  outlive(pool);
  try {
    let erased = await eraseAvatars(pool);
    for (const { table, kind, overAt, and = 'true' } of KEPT) {
      const over = `c.done_at < clock.now() - make_interval(years => $1)
        and ${overAt} < clock.now() - make_interval(years => $1) and ${and}`;
      for (const bucket of await bucketsOf(pool, 'members.closure')) {
        const only = `c.bucket = ${bucket} and ${over}`;
        erased += await eraseInBatches(pool, { table, beside: OF_CLOSED, only }, [yearsKept(kind)], bucket);
      }
    }
    erased += await eraseAccounts(pool);
    return erased + (await forgetOldNames(pool));
  } finally {
    await pool.end();
  }
}

/** They go when the member closes his account; here goes what an upload of that very moment has left. */
async function eraseAvatars(pool: pg.Pool): Promise<number> {
  let erased = 0;
  for (const bucket of await bucketsOf(pool, 'members.closure')) {
    const erasing = { table: 'members.avatar', beside: OF_CLOSED, only: `c.bucket = ${bucket}` };
    erased += await eraseInBatches(pool, erasing, [], bucket);
  }
  return erased;
}

/** In which there is one who left. */
async function bucketsOf(pool: pg.Pool, table: 'members.closure' | 'members.erasure'): Promise<number[]> {
  const { rows } = await pool.query<{ bucket: number }>(`select distinct bucket from ${table} order by bucket`);
  return rows.map(({ bucket }) => bucket);
}

/** Names that no tree of what was owed needs any more. */
async function forgetOldNames(pool: pg.Pool): Promise<number> {
  const only = `r.user_name is not null and r.at < clock.now() - make_interval(days => $1)`;
  let forgotten = 0;
  for (const bucket of await bucketsOf(pool, 'members.erasure')) {
    const names = { table: 'members.erasure', set: 'user_name = null', only };
    forgotten += await eraseInBatches(pool, names, [OWED_DAYS + 1], bucket);
  }
  return forgotten;
}
