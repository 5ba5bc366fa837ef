import { sql } from 'kysely';
import type { Tx } from '../db/transaction.ts';
import type { Account } from '../ledger/lock.ts';
import { foldName } from './same-name.ts';

/**
 * Other accounts of whoever has this one: in the same real name with the same date of birth, or with the same document,
 * account or card. What was erased of a member who left is known by its hashes alone, so those of names count too.
 */
export async function accountsOfSamePerson(tx: Tx, account: Account): Promise<Account[]> {
  const found = new Map<string, Account>();
  for (const other of [...(await byName(tx, account)), ...(await byMark(tx, account))]) {
    found.set(other.memberId, other);
  }
  return [...found.values()].sort((a, b) => a.bucket - b.bucket || (a.memberId < b.memberId ? -1 : 1));
}

/** Names that either has or had count. */
async function byName(tx: Tx, { bucket, memberId }: Account): Promise<Account[]> {
  const { rows } = await sql<Account & { mine: string; theirs: string }>`
    select o.bucket, o.member_id as "memberId", mine.name as mine, theirs.name as theirs
    from members.real_name mine
    join members.member me on me.bucket = mine.bucket and me.member_id = mine.member_id
    join members.member o on o.birth_date = me.birth_date and o.member_id <> me.member_id
    join members.real_name theirs on theirs.bucket = o.bucket and theirs.member_id = o.member_id
    where mine.bucket = ${bucket}::smallint and mine.member_id = ${memberId}::uuid`.execute(tx.q);
  const same = rows.filter(({ mine, theirs }) => foldName(mine) === foldName(theirs));
  return same.map(({ bucket: inBucket, memberId: id }) => ({ bucket: inBucket, memberId: id }));
}

/**
 * Two people may share an account or a card. That they are two is known where the documents of both were looked at and
 * the birth dates differ.
 */
async function byMark(tx: Tx, { bucket, memberId }: Account): Promise<Account[]> {
  const { rows } = await sql<Account>`
    select distinct theirs.bucket, theirs.member_id as "memberId"
    from members.person_key mine
    join members.person_key theirs on theirs.hash = mine.hash and theirs.kind = mine.kind
      and theirs.member_id <> mine.member_id
    where mine.bucket = ${bucket}::smallint and mine.member_id = ${memberId}::uuid
      and (mine.kind in ('name', 'document') or not exists (
        select from members.member a, members.member b
        where a.bucket = mine.bucket and a.member_id = mine.member_id
          and b.bucket = theirs.bucket and b.member_id = theirs.member_id and a.birth_date <> b.birth_date
          and exists (select from members.identity_check c
            where c.bucket = a.bucket and c.member_id = a.member_id and c.state = 'verified')
          and exists (select from members.identity_check c
            where c.bucket = b.bucket and c.member_id = b.member_id and c.state = 'verified')
      ))`.execute(tx.q);
  return rows;
}
