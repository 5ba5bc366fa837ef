import { sql } from 'kysely';
import { ofMember } from '../../db/member-rows.ts';
import type { Db } from '../../db/pool.ts';
import type { Tx } from '../../db/transaction.ts';
import type { Account } from '../../ledger/lock.ts';
import { Refusal } from '../../refusal.ts';

export type Sex = 'man' | 'woman';

/** What a member has stated about their person. */
export interface Person {
  /** Null until it is given. */
  realName: string | null;
  /** Null: not stated. */
  sex: Sex | null;
}

/** Reads a member's person. Throws `not-found`. */
export async function readPerson(q: Db | Tx['q'], { bucket, memberId }: Account): Promise<Person> {
  const { rows } = await sql<{ realName: string | null; sex: Sex | null }>`
    select m.sex, (
        select n.name from members.real_name n where n.bucket = m.bucket and n.member_id = m.member_id
        order by n.version desc limit 1
      ) as "realName"
    from members.member m where ${ofMember({ bucket, memberId }, 'm')}`.execute(q);
  if (!rows[0]) throw new Refusal('not-found');
  return rows[0];
}

/** The member's real name; null without one. */
export async function realNameOf(q: Db | Tx['q'], account: Account): Promise<string | null> {
  const row = await q
    .selectFrom('members.real_name')
    .select('name')
    .where(ofMember(account))
    .orderBy('version', 'desc')
    .limit(1)
    .executeTakeFirst();
  return row?.name ?? null;
}

export async function setSex(tx: Tx, { bucket, memberId }: Account, sex: Sex | null): Promise<void> {
  await tx.q.updateTable('members.member').set({ sex }).where(ofMember({ bucket, memberId })).execute();
}
