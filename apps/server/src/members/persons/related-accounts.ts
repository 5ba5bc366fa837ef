import { type Likeness, likenessTo, likest } from '@tercet/contract/words.ts';
import { sql } from 'kysely';
import { ofMember } from '../../db/member-rows.ts';
import type { Tx } from '../../db/transaction.ts';
import type { Account } from '../../ledger/lock.ts';

/** What two accounts share. `payee` is a bank account or a card. */
type Link = 'document' | 'name' | 'payee';

interface Binding {
  mayBind(otherId: string, proven: ReadonlySet<string>): boolean;
  sourceOf(otherId: string): string;
}

interface Found extends Account {
  link: Link;
}

/** An account of the same person. */
export interface SameAccount extends Account {
  /** True if only typed data says so: anyone can enter another person's name and birth date. */
  isTyped: boolean;
}

/** Accounts related to one account. */
export interface RelatedAccounts {
  /** Accounts of the same person. */
  same: SameAccount[];
  /**
   * Accounts with the same birth date and a similar name, such as one without the middle name or with initials. They
   * do not extend an exclusion by themselves: staff review them.
   */
  alike: Account[];
}

/** Finds accounts that this one's exclusion also binds (`same`); see `kinOf`. */
export async function accountsBoundBy(tx: Tx, account: Account): Promise<RelatedAccounts> {
  return kinOf(tx, account, {
    mayBind: (other, proven) => !proven.has(other) || proven.has(account.memberId),
    sourceOf: () => account.memberId,
  });
}

/** Finds accounts whose exclusion also binds this one (`same`); see `kinOf`. */
export async function accountsThatBind(tx: Tx, account: Account): Promise<RelatedAccounts> {
  return kinOf(tx, account, {
    mayBind: (other, proven) => !proven.has(account.memberId) || proven.has(other),
    sourceOf: (other) => other,
  });
}

/**
 * Finds other accounts of the same person: the same real name and birth date, or the same document, bank account or
 * card. Erased members are known only by hashes, so name hashes count too.
 *
 * Unverified statements do not bind a member whose document was checked. Otherwise anyone could exclude another person
 * for months by entering their name. `mayBind` receives the other account's id and the ids of all members with a
 * checked document. It is not called when both showed the same document. `sourceOf` names the account whose exclusion
 * binds.
 */
async function kinOf(tx: Tx, account: Account, { mayBind, sourceOf }: Binding): Promise<RelatedAccounts> {
  const named = await namesakes(tx, account);
  const byName = named.flatMap(({ likeness, ...other }) =>
    likeness === 'same' ? [{ ...other, link: 'name' as const }] : [],
  );
  const links: Found[] = [...byName, ...(await byMark(tx, account))];
  const proven = await provenAmong(tx, [account, ...links]);
  const bound = new Map<string, SameAccount>();
  for (const { bucket, memberId, link } of links) {
    const isTyped = link !== 'document' && !proven.has(sourceOf(memberId));
    const known = bound.get(memberId);
    if (link === 'document' || mayBind(memberId, proven))
      bound.set(memberId, { bucket, memberId, isTyped: isTyped && (known?.isTyped ?? true) });
  }
  return {
    same: [...bound.values()].sort((a, b) => a.bucket - b.bucket || (a.memberId < b.memberId ? -1 : 1)),
    alike: named.filter(({ likeness }) => likeness !== 'same').map(({ bucket, memberId }) => ({ bucket, memberId })),
  };
}

/** Ids of those accounts that ever passed a document check. */
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

/**
 * Accounts with the same birth date and a similar name. Compares all current and former names, and keeps the closest
 * match.
 */
async function namesakes(tx: Tx, { bucket, memberId }: Account): Promise<(Account & { likeness: Likeness })[]> {
  const { rows: own } = await sql<{ name: string; birth_date: string | null }>`
    select n.name, m.birth_date::text as birth_date
    from members.real_name n join members.member m on m.bucket = n.bucket and m.member_id = n.member_id
    where ${ofMember({ bucket, memberId }, 'n')}`.execute(tx.q);
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
 * Finds accounts with a common mark. A shared bank account or card counts only with the same birth date: two people
 * may share one, and anyone can enter another's. Name hashes count only for accounts whose names are erased; others
 * are compared by name.
 */
async function byMark(tx: Tx, { bucket, memberId }: Account): Promise<Found[]> {
  const { rows: own } = await sql<{ hash: Buffer; kind: string; birth_date: string | null }>`
    select k.hash, k.kind, m.birth_date::text as birth_date
    from members.person_fingerprint k left join members.member m on m.bucket = k.bucket and m.member_id = k.member_id
    where ${ofMember({ bucket, memberId }, 'k')}`.execute(tx.q);
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
