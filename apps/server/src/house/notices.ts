import { sql } from 'kysely';
import type { Db } from '../db/pool.ts';

/** What the house says to everybody. */
export interface HouseNotice {
  id: string;
  title: string;
  text: string;
  atMs: number;
}

export interface NoticesPage {
  items: HouseNotice[];
  nextCursor: string | null;
  total: number;
}

/** Newest first; `before` is one of them (exclusive). */
export async function listNotices(db: Db, { before, limit }: { before?: string; limit: number }): Promise<NoticesPage> {
  const after =
    before === undefined
      ? sql``
      : sql`where (n.at, n.id) < (select m.at, m.id from house.notice m where m.id = ${before}::uuid)`;
  const { rows } = await sql<{ id: string; title: string; body: string; at: Date }>`
    select n.id, n.title, n.body, n.at from house.notice n ${after} order by n.at desc, n.id desc limit ${limit + 1}`.execute(
    db,
  );
  const { total } = await db
    .selectFrom('house.notice')
    .select((eb) => eb.fn.countAll<bigint>().as('total'))
    .executeTakeFirstOrThrow();
  const items = rows.slice(0, limit).map(({ id, title, body, at }) => ({ id, title, text: body, atMs: at.getTime() }));
  const last = items.at(-1);
  return {
    items,
    nextCursor: rows.length > limit && last ? last.id : null,
    total: Number(total),
  };
}
