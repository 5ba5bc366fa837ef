import pg from 'pg';
import { outlive } from '../db/pool.ts';
import { yearsKept } from '../members/retention.ts';

interface Erasing {
  table: string;
  kind: Parameters<typeof yearsKept>[0];
  /** When a row was over, by itself; what came after the account was closed is kept so long from then. */
  overAt: string;
  /** What else must be so, in SQL. */
  and?: string;
}

const ERASED: readonly Erasing[] = [
  { table: 'members.push_task', kind: 'push', overAt: 'r.next_at' },
  { table: 'members.push_subscription', kind: 'push', overAt: 'r.created_at' },
  { table: 'members.message', kind: 'messages', overAt: 'r.at' },
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

/**
 * Erases what of members who left is kept no longer (see members/retention.ts); returns the number of rows. Only the
 * owner may: the server's own role removes no message. His connection is open for a moment only.
 */
export async function eraseKept(ownerUrl: string): Promise<number> {
  const pool = new pg.Pool({ connectionString: ownerUrl, max: 1, connectionTimeoutMillis: 5_000 });
  outlive(pool);
  let erased = 0;
  try {
    for (const { table, kind, overAt, and = 'true' } of ERASED) {
      const { rowCount } = await pool.query(
        `delete from ${table} r using members.closure c
         where c.bucket = r.bucket and c.member_id = r.member_id
           and c.done_at < clock.now() - make_interval(years => $1)
           and ${overAt} < clock.now() - make_interval(years => $1) and ${and}`,
        [yearsKept(kind)],
      );
      erased += rowCount ?? 0;
    }
  } finally {
    await pool.end();
  }
  return erased;
}
