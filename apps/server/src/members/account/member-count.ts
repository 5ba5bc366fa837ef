import { sql } from 'kysely';
import { createRowCounter, type RowCounter } from '../../db/row-counter.ts';

/** Counts members except those whose personal data was erased. Members' rows are never deleted. */
export function createMemberCount(): RowCounter {
  const all = createRowCounter('members.member', 'created_at');
  return async (q) => {
    const { rows } = await sql<{ n: bigint }>`
      select count(*) as n from members.erasure where kind = 'person'`.execute(q);
    return (await all(q)) - Number(rows[0]?.n ?? 0);
  };
}
