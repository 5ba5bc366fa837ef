import { sql } from 'kysely';
import type { Db } from '../db/pool.ts';

/**
 * Seconds since the database last handed a piece of its log on, by its own clock; null where it does not do so by
 * itself after a while at the latest. What was written since would be lost with its disk.
 */
export async function readArchiveAge(db: Db): Promise<number | null> {
  const { rows } = await sql<{ age: number }>`
    select extract(epoch from now() - coalesce(a.last_archived_time, a.stats_reset))::float8 as age
    from pg_stat_archiver a, pg_settings mode, pg_settings timeout
    where mode.name = 'archive_mode' and mode.setting <> 'off'
      and timeout.name = 'archive_timeout' and timeout.setting <> '0'`.execute(db);
  return rows[0]?.age ?? null;
}
