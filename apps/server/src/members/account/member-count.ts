import { sql } from 'kysely';
import { createTotal, type Total } from '../../db/total.ts';

/** How many members there are whose person was not erased; rows of members are never removed. */
export function createMemberCount(): Total {
  const all = createTotal('members.member', 'created_at');
  return async (q) => {
    const { rows } = await sql<{ n: bigint }>`
      select count(*) as n from members.erasure where kind = 'person'`.execute(q);
    return (await all(q)) - Number(rows[0]?.n ?? 0);
  };
}
