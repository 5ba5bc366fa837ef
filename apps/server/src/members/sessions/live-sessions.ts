import { sql } from 'kysely';
import type { Db } from '../../db/pool.ts';
import type { Identity } from '../../identity.ts';

const SESSIONS_A_QUERY = 500;

/** Returns those sessions that are no longer live: ended, idle for too long, or too old. */
export async function endedAmong(db: Db, identities: readonly Identity[]): Promise<Identity[]> {
  const ended: Identity[] = [];
  for (let from = 0; from < identities.length; from += SESSIONS_A_QUERY) {
    const some = identities.slice(from, from + SESSIONS_A_QUERY);
    const { rows } = await sql<{ n: number }>`
      select q.n::integer as n
      from unnest(${some.map((one) => one.bucket)}::smallint[], ${some.map((one) => one.memberId)}::uuid[],
        ${some.map((one) => one.tokenHash)}::bytea[]) with ordinality q (bucket, member_id, token_hash, n)
      left join members.session s on s.bucket = q.bucket and s.member_id = q.member_id and s.token_hash = q.token_hash
        and s.ended_at is null and s.idle_until > clock.now() and s.expires_at > clock.now()
      where s.member_id is null`.execute(db);
    ended.push(...rows.flatMap((row) => some[row.n - 1] ?? []));
  }
  return ended;
}
