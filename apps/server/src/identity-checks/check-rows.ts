import { sql } from 'kysely';
import { ofMember } from '../db/member-rows.ts';
import type { Db } from '../db/pool.ts';
import type { Tx } from '../db/transaction.ts';
import type { Account } from '../ledger/lock.ts';
import type { DeclineReason } from './provider.ts';

export type CheckState = 'started' | 'pending' | 'verified' | 'declined' | 'expired';

/** An identity check as stored. */
export interface CheckRow extends Account {
  id: string;
  provider: string;
  /** Null until the provider has created its page. */
  providerRef: string | null;
  url: string | null;
  state: CheckState;
  reason: DeclineReason | null;
  country: string | null;
  startedAt: Date;
  expiresAt: Date;
  nextAt: Date;
  /** Time of the latest accepted news, by the provider's clock; null before any. */
  decidedAt: Date | null;
  endedAt: Date | null;
}

/** States in which the provider has not decided. */
export const OPEN_STATES: readonly CheckState[] = ['started', 'pending'];

type Columns = Partial<{
  provider_ref: string;
  url: string;
  state: CheckState;
  reason: DeclineReason | null;
  country: string | null;
  document_kind: string | null;
  good_until: string | null;
  name_version: number | null;
  next_at: Date;
  decided_at: Date;
  ended_at: Date | null;
}>;

/** A member's newest check; null when there is none. */
export async function newestCheck(q: Db | Tx['q'], { bucket, memberId }: Account): Promise<CheckRow | null> {
  const { rows } = await select(sql`where ${ofMember({ bucket, memberId }, 'c')} order by c.id desc limit 1`).execute(
    q,
  );
  return rows[0] ?? null;
}

/** Finds a check by our id; null when there is none. */
export async function findCheck(q: Db | Tx['q'], id: string): Promise<CheckRow | null> {
  const { rows } = await select(sql`where c.id = ${id}::uuid`).execute(q);
  return rows[0] ?? null;
}

/** Locks a check until the transaction ends. */
export async function lockCheck(tx: Tx, { bucket, memberId, id }: Account & { id: string }): Promise<CheckRow> {
  const { rows } = await select(
    sql`where ${ofMember({ bucket, memberId }, 'c')} and c.id = ${id}::uuid for update`,
  ).execute(tx.q);
  if (!rows[0]) throw new Error(`identity check ${id} does not exist`);
  return rows[0];
}

export async function changeCheck(tx: Tx, { bucket, memberId, id }: CheckRow, columns: Columns): Promise<void> {
  await tx.q
    .updateTable('members.identity_check')
    .set(columns)
    .where(ofMember({ bucket, memberId }))
    .where('id', '=', id)
    .execute();
}

/** Open checks that are due for polling. */
export async function dueChecks(db: Db, limit: number): Promise<CheckRow[]> {
  const { rows } = await select(
    sql`where c.state in ('started', 'pending') and c.next_at <= clock.now() order by c.next_at limit ${limit}`,
  ).execute(db);
  return rows;
}

function select(more: ReturnType<typeof sql>) {
  return sql<CheckRow>`
    select c.bucket, c.member_id as "memberId", c.id, c.provider, c.provider_ref as "providerRef", c.url, c.state,
      c.reason, c.country, c.started_at as "startedAt", c.expires_at as "expiresAt", c.next_at as "nextAt",
      c.decided_at as "decidedAt", c.ended_at as "endedAt"
    from members.identity_check c ${more}`;
}
