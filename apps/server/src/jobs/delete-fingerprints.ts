import { sql } from 'kysely';
import type { Db } from '../db/pool.ts';

/** Number of buckets of members' rows. */
const BUCKETS = 256;
/** Rows that `members.forget_*` deletes per call. */
const ROWS = 1_000;

/**
 * Deletes ended sessions of members and staff and visitors' conversations after 90 days, notes about erased members,
 * and data of hosts a year after their last consent. Idempotent. Returns the number of deleted rows.
 */
export async function deleteFingerprints(db: Db): Promise<number> {
  let gone = 0;
  for (let bucket = 0; bucket < BUCKETS; bucket += 1) {
    gone += await untilDone(async () => {
      const { rows } = await sql<{ sessions: number; notes: number }>`
        select members.forget_sessions(${bucket}::smallint) as sessions,
          members.forget_notes(${bucket}::smallint) as notes`.execute(db);
      return [rows[0]?.sessions ?? 0, rows[0]?.notes ?? 0];
    });
  }
  gone += await untilDone(async () => {
    const { rows } = await sql<{ sessions: number; hosts: number; visitors: number }>`
      select staff.forget_sessions() as sessions, directory.forget_hosts() as hosts,
        desk.forget_visitors() as visitors`.execute(db);
    return [rows[0]?.sessions ?? 0, rows[0]?.hosts ?? 0, rows[0]?.visitors ?? 0];
  });
  return gone;
}

/** Repeats while one of the counts is a full batch. */
async function untilDone(remove: () => Promise<number[]>): Promise<number> {
  let gone = 0;
  for (;;) {
    const counts = await remove();
    gone += counts.reduce((sum, count) => sum + count, 0);
    if (counts.every((count) => count < ROWS)) return gone;
  }
}
