import { type Likeness, likenessTo, likest } from '@tercet/contract/words.ts';
import { sql } from 'kysely';
import type { Tx } from '../../db/transaction.ts';
import type { Account } from '../../ledger/lock.ts';

/** What two accounts have in common: `payee` is an account or a card. */
type Link = 'document' | 'name' | 'payee';

interface Found extends Account {
  link: Link;
}

/** Other accounts by what they have in common with one. */
export interface Kin {
  /** Of the same person. */
  same: Account[];
  /**
   * With the same date of birth and a similar name, such as one without the middle name or with initials. They do not
   * extend an exclusion by themselves: staff review them.
   */
  alike: Account[];
}

/** `same`: accounts that an exclusion of this one binds as well; see `kinOf`. */
export async function accountsBoundBy(tx: Tx, account: Account): Promise<Kin> {
  return kinOf(tx, account, (other, proven) => !proven.has(other) || proven.has(account.memberId));
}

/** `same`: accounts whose exclusion binds this one as well; see `kinOf`. */
export async function accountsThatBind(tx: Tx, account: Account): Promise<Kin> {
  return kinOf(tx, account, (other, proven) => !proven.has(account.memberId) || proven.has(other));
}

/**
 * Other accounts of whoever has this one: in the same real name with the same date of birth, or with the same document,
 * account or card. What was erased of a member who left is known by its hashes alone, so those of names count too.
 *
 * What somebody merely typed binds nobody whose document was looked at: else anyone could shut another out for months
 * by giving his name. `mayBind` is asked with the other account's id and the ids of all whose document was; it is not
 * asked where both showed the same document.
 */
async function kinOf(
  tx: Tx,
  account: Account,
  mayBind: (otherId: string, proven: ReadonlySet<string>) => boolean,
): Promise<Kin> {
  const named = await namesakes(tx, account);
  const byName = named.flatMap(({ likeness, ...other }) =>
    likeness === 'same' ? [{ ...other, link: 'name' as const }] : [],
  );
  const links: Found[] = [...byName, ...(await byMark(tx, account))];
  const proven = await provenAmong(tx, [account, ...links]);
  const bound = new Map<string, Account>();
  for (const { bucket, memberId, link } of links) {
    if (link === 'document' || mayBind(memberId, proven)) bound.set(memberId, { bucket, memberId });
  }
  return {
    same: [...bound.values()].sort((a, b) => a.bucket - b.bucket || (a.memberId < b.memberId ? -1 : 1)),
    alike: named.filter(({ likeness }) => likeness !== 'same').map(({ bucket, memberId }) => ({ bucket, memberId })),
  };
}

/** Whose document was looked at, and taken for this account, at any time. */
async function provenAmong(tx: Tx, accounts: readonly Account[]): Promise<ReadonlySet<string>> {
  const rows = await tx.q
    .selectFrom('members.identity_check')
    .select('member_id')
    .where('bucket', 'in', [...new Set(accounts.map(({ bucket }) => bucket))])
    .where(
      'member_id',
      'in',
      accounts.map(({ memberId }) => memberId),
    )
    .where('state', '=', 'verified')
    .execute();
  return new Set(rows.map((row) => row.member_id));
}

/** Accounts with the same date of birth and a like name, the likest of all names that either has or had. */
async function namesakes(tx: Tx, { bucket, memberId }: Account): Promise<(Account & { likeness: Likeness })[]> {
  const { rows: own } = await sql<{ name: string; birth_date: string | null }>`
    select n.name, m.birth_date::text as birth_date
    from members.real_name n join members.member m on m.bucket = n.bucket and m.member_id = n.member_id
    where n.bucket = ${bucket}::smallint and n.member_id = ${memberId}::uuid`.execute(tx.q);
  const born = own[0]?.birth_date ?? null;
  if (born === null) return [];
  const { rows } = await sql<Account & { names: string[] }>`
    select o.bucket, o.member_id as "memberId", array_agg(n.name) as names
    from members.member o join members.real_name n on n.bucket = o.bucket and n.member_id = o.member_id
    where o.birth_date = ${born}::date and o.member_id <> ${memberId}::uuid
    group by 1, 2`.execute(tx.q);
  const likenesses = own.map(({ name }) => likenessTo(name));
  return rows
    .map(({ names, ...other }) => ({
      ...other,
      likeness: likest(names.flatMap((name) => likenesses.map((likenessOf) => likenessOf(name)))),
    }))
    .filter(({ likeness }) => likeness !== 'different');
}

/**
 * Two may share an account or a card, and anyone can type another's: it counts with the same birth date alone. Hashes
 * of names are for accounts whose names are erased: of the others the names themselves are compared.
 */
async function byMark(tx: Tx, { bucket, memberId }: Account): Promise<Found[]> {
  const { rows: own } = await sql<{ hash: Buffer; kind: string; birth_date: string | null }>`
    select k.hash, k.kind, m.birth_date::text as birth_date
    from members.person_fingerprint k left join members.member m on m.bucket = k.bucket and m.member_id = k.member_id
    where k.bucket = ${bucket}::smallint and k.member_id = ${memberId}::uuid`.execute(tx.q);
  const born = own[0]?.birth_date ?? null;
  const mine = new Set(own.map(({ hash, kind }) => `${kind} ${hash.toString('hex')}`));
  const { rows } = await sql<Account & { hash: Buffer; kind: string; birth_date: string | null; has_name: boolean }>`
    select k.bucket, k.member_id as "memberId", k.hash, k.kind, m.birth_date::text as birth_date,
      exists (select from members.real_name n where n.bucket = k.bucket and n.member_id = k.member_id) as has_name
    from members.person_fingerprint k left join members.member m on m.bucket = k.bucket and m.member_id = k.member_id
    where k.hash = any (${own.map(({ hash }) => hash)}::bytea[]) and k.member_id <> ${memberId}::uuid`.execute(tx.q);
  const found = rows
    .filter(({ hash, kind }) => mine.has(`${kind} ${hash.toString('hex')}`))
    .filter((one) => linkOf(one.kind) !== 'name' || !one.has_name)
    .filter((one) => linkOf(one.kind) !== 'payee' || (born !== null && one.birth_date === born))
    .map(({ bucket: inBucket, memberId: id, kind }) => ({ bucket: inBucket, memberId: id, link: linkOf(kind) }));
  return [...new Map(found.map((one) => [`${one.memberId} ${one.link}`, one])).values()];
}

function linkOf(kind: string): Link {
  return kind === 'name' || kind === 'document' ? kind : 'payee';
}
