import { sql } from 'kysely';
import { clockNow } from '../../db/clock.ts';
import { newId } from '../../db/ids.ts';
import { pageOf } from '../../db/keyset.ts';
import type { Db } from '../../db/pool.ts';
import type { Tx } from '../../db/transaction.ts';
import { DAY_MS } from '../../durations.ts';
import { Refusal } from '../../refusal.ts';
import { takeInviteBack, writeInvite } from './invites.ts';
import type { InviteState } from './member-invites.ts';

export const BATCH_MAX = 200;
export const BATCH_DAYS_MAX = 90;

/** House invites made together, with counts by state. */
export interface InviteBatch {
  id: string;
  purpose: string;
  madeBy: string;
  createdAtMs: number;
  expiresAtMs: number;
  invites: number;
  open: number;
  used: number;
  withdrawn: number;
  expired: number;
}

/** One invite of a batch. Its code is stored nowhere. */
export interface BatchInvite {
  nth: number;
  state: InviteState;
  usedBy: { memberId: string; userName: string } | null;
  usedAtMs: number | null;
}

export interface BatchPlan {
  staffId: string;
  purpose: string;
  invites: number;
  days: number;
}

/** Makes single-use invites and returns their codes, which are not stored and can be shown only now. */
export async function makeInviteBatch(
  tx: Tx,
  { staffId, purpose, invites, days }: BatchPlan,
): Promise<{ id: string; expiresAt: Date; codes: string[] }> {
  const id = newId();
  const createdAt = await clockNow(tx.q);
  const expiresAt = new Date(createdAt.getTime() + days * DAY_MS);
  await tx.q
    .insertInto('members.invite_batch')
    .values({ id, made_by: staffId, purpose, invites, created_at: createdAt, expires_at: expiresAt })
    .execute();
  const codes: string[] = [];
  for (let nth = 1; nth <= invites; nth++) {
    const { code, codeHash } = await writeInvite(tx, { issuer: null, expiresAt });
    await tx.q.insertInto('members.house_invite').values({ batch_id: id, nth, code_hash: codeHash }).execute();
    codes.push(code);
  }
  return { id, expiresAt, codes };
}

export interface BatchPage {
  items: InviteBatch[];
  nextCursor: string | null;
  total: number;
}

/** Lists batches, newest first. `before` is the id of a listed batch (exclusive). */
export async function listInviteBatches(
  q: Db | Tx['q'],
  { before, limit }: { before?: string; limit: number },
): Promise<BatchPage> {
  const after = before === undefined ? sql`true` : sql`b.id < ${before}::uuid`;
  const rows = await batches(q, sql`where ${after} order by b.id desc limit ${limit + 1}`);
  const { n } = await q
    .selectFrom('members.invite_batch')
    .select((eb) => eb.fn.countAll<bigint>().as('n'))
    .executeTakeFirstOrThrow();
  const { page: items, nextCursor } = pageOf(rows, limit, (last) => last.id);
  return { items, nextCursor, total: Number(n) };
}

/** Reads one batch with its invites. Throws `not-found`. */
export async function readInviteBatch(q: Db | Tx['q'], id: string): Promise<InviteBatch & { items: BatchInvite[] }> {
  const [batch] = await batches(q, sql`where b.id = ${id}::uuid`);
  if (!batch) throw new Refusal('not-found');
  const { rows } = await sql<{
    nth: number;
    state: InviteState;
    memberId: string | null;
    userName: string | null;
    usedAt: Date | null;
  }>`
    select h.nth, ${STATE} as state, m.member_id as "memberId", m.user_name as "userName", i.used_at as "usedAt"
    from members.house_invite h join members.invite i on i.code_hash = h.code_hash
    left join members.member m on m.bucket = i.used_bucket and m.member_id = i.used_by
    where h.batch_id = ${id}::uuid order by h.nth`.execute(q);
  return {
    ...batch,
    items: rows.map(({ nth, state, memberId, userName, usedAt }) => ({
      nth,
      state,
      usedBy: memberId === null || userName === null ? null : { memberId, userName },
      usedAtMs: usedAt?.getTime() ?? null,
    })),
  };
}

/**
 * Withdraws all unused invites of a batch, or only the `nth`. Returns how many. Throws `not-found`, and `too-late` for
 * a single one that was used or has expired.
 */
export async function withdrawBatch(tx: Tx, id: string, nth?: number): Promise<number> {
  const all = tx.q.selectFrom('members.house_invite').select('code_hash').where('batch_id', '=', id).orderBy('nth');
  const rows = await (nth === undefined ? all : all.where('nth', '=', nth)).execute();
  if (rows.length === 0) throw new Refusal('not-found');
  let taken = 0;
  for (const row of rows) if (await takeInviteBack(tx, row.code_hash)) taken += 1;
  if (nth !== undefined && taken === 0) throw new Refusal('too-late');
  return taken;
}

const STATE = sql<InviteState>`
  case when i.used_at is not null then 'used' when i.withdrawn_at is not null then 'withdrawn'
    when i.expires_at <= clock.now() then 'expired' else 'open' end`;

async function batches(q: Db | Tx['q'], which: ReturnType<typeof sql>): Promise<InviteBatch[]> {
  const { rows } = await sql<{
    id: string;
    purpose: string;
    made_by: string;
    created_at: Date;
    expires_at: Date;
    invites: number;
    open: bigint;
    used: bigint;
    withdrawn: bigint;
    expired: bigint;
  }>`
    select b.*, s.open, s.used, s.withdrawn, s.expired from members.invite_batch b
    join lateral (
      select count(*) filter (where x.state = 'open') as open, count(*) filter (where x.state = 'used') as used,
        count(*) filter (where x.state = 'withdrawn') as withdrawn,
        count(*) filter (where x.state = 'expired') as expired
      from (select ${STATE} as state from members.house_invite h
        join members.invite i on i.code_hash = h.code_hash where h.batch_id = b.id) x
    ) s on true ${which}`.execute(q);
  return rows.map((row) => ({
    id: row.id,
    purpose: row.purpose,
    madeBy: row.made_by,
    createdAtMs: row.created_at.getTime(),
    expiresAtMs: row.expires_at.getTime(),
    invites: row.invites,
    open: Number(row.open),
    used: Number(row.used),
    withdrawn: Number(row.withdrawn),
    expired: Number(row.expired),
  }));
}
