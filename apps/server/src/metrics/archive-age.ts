import { sql } from 'kysely';
import type { Db } from '../db/pool.ts';

/**
 * Seconds since the last archived WAL segment, by the database's clock. Null unless `archive_mode` and
 * `archive_timeout` are set. Losing the disk would lose everything written since.
 */
export async function readArchiveAge(db: Db): Promise<number | null> {
  const { rows } = await sql<{ age: number }>`
    select extract(epoch from now() - coalesce(a.last_archived_time, a.stats_reset))::float8 as age
    from pg_stat_archiver a, pg_settings mode, pg_settings timeout
    where mode.name = 'archive_mode' and mode.setting <> 'off'
      and timeout.name = 'archive_timeout' and timeout.setting <> '0'`.execute(db);
  return rows[0]?.age ?? null;
}
