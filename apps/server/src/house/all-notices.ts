import { sql } from 'kysely';
import { pageOf } from '../db/keyset.ts';
import type { Db } from '../db/pool.ts';
import type { Tx } from '../db/transaction.ts';
import { LANGUAGES } from '../languages.ts';
import { Refusal } from '../refusal.ts';
import type { NoticeCode, NoticeParams, NoticeWords } from './notices.ts';

/** A notice as its authors see it: in every language, with its times. */
export interface WholeNotice {
  id: string;
  /** The authored texts, in the order of the club's languages. Empty for an automatic notice. */
  texts: NoticeWords[];
  code: NoticeCode | null;
  params: NoticeParams;
  /** Null: not published. */
  from: Date | null;
  until: Date | null;
  withdrawnAt: Date | null;
  /** Version of the texts, from 1. */
  version: number;
  /** Time of the last correction of texts that members had seen; null: none. */
  editedAt: Date | null;
}

export interface WholeNoticesPage {
  items: WholeNotice[];
  nextCursor: string | null;
  total: number;
}

/** Lists all notices, most recently written first. */
export async function listAllNotices(
  q: Db | Tx['q'],
  { before, limit }: { before?: string; limit: number },
): Promise<WholeNoticesPage> {
  const some = before === undefined ? all(q) : all(q).where('id', '<', before);
  const rows = await some
    .orderBy('id', 'desc')
    .limit(limit + 1)
    .execute();
  const { n } = await q
    .selectFrom('house.notice')
    .select((eb) => eb.fn.countAll<bigint>().as('n'))
    .executeTakeFirstOrThrow();
  const { page, nextCursor } = pageOf(rows, limit, (last) => last.id);
  const items = page.map(noticeOf);
  return { items, nextCursor, total: Number(n) };
}

/** Reads one notice. Throws `not-found`. */
export async function readNotice(q: Db | Tx['q'], id: string): Promise<WholeNotice> {
  const row = await all(q).where('id', '=', id).executeTakeFirst();
  if (!row) throw new Refusal('not-found');
  return noticeOf(row);
}

/** Like `readNotice`, locked until the transaction ends. */
export async function takeNotice(tx: Tx, id: string): Promise<WholeNotice> {
  const row = await all(tx.q).where('id', '=', id).forUpdate().executeTakeFirst();
  if (!row) throw new Refusal('not-found');
  return noticeOf(row);
}

function all(q: Db | Tx['q']) {
  return q
    .selectFrom('house.notice as n')
    .select(['n.id', 'n.code', 'n.params', 'n.from_at', 'n.until_at', 'n.withdrawn_at', 'n.version', 'n.edited_at'])
    .select(
      sql<NoticeWords[]>`(
        select coalesce(
          jsonb_agg(jsonb_build_object('locale', t.locale, 'title', t.title, 'text', t.body)
            order by array_position(${[...LANGUAGES]}::text[], t.locale)), '[]'::jsonb)
        from house.notice_text t where t.notice_id = n.id and t.version = n.version)`.as('texts'),
    );
}

type Row = Awaited<ReturnType<ReturnType<typeof all>['executeTakeFirstOrThrow']>>;

function noticeOf(row: Row): WholeNotice {
  return {
    id: row.id,
    texts: row.texts,
    code: row.code as NoticeCode | null,
    params: row.params as NoticeParams,
    from: row.from_at,
    until: row.until_at,
    withdrawnAt: row.withdrawn_at,
    version: row.version,
    editedAt: row.edited_at,
  };
}
