import { type RawBuilder, sql } from 'kysely';
import { clockNow } from '../../db/clock.ts';
import { newId } from '../../db/ids.ts';
import { pageOf } from '../../db/keyset.ts';
import { ofMember } from '../../db/member-rows.ts';
import type { Db } from '../../db/pool.ts';
import { type Tx, transaction } from '../../db/transaction.ts';
import type { Identity } from '../../identity.ts';
import { Refusal } from '../../refusal.ts';
import { FILTERS, type Filter, filterOf, NOT_ACCOUNT, startsOf } from './topics.ts';

/** NOTIFY channel. The payload is the id of a member whose messages or money changed. */
export const MESSAGE_TOLD = 'message';

/** A notification about a member's money or account. The app words it from `kind` and `params`. */
export interface Message {
  kind: string;
  params: Record<string, string | number>;
}

export interface ToldMessage extends Message {
  id: string;
  atMs: number;
  read: boolean;
}

export interface MessagePage {
  items: ToldMessage[];
  nextCursor: string | null;
  total: number;
  unread: number;
  /** Unread messages by filter, whatever the list is filtered by. */
  unreadBy: Record<Filter, number>;
}

/** The member who receives a message. */
type Addressee = Pick<Identity, 'bucket' | 'memberId'>;

/**
 * Inserts a message in the current transaction, so that it commits with the event it reports. When the member has push
 * subscriptions, also queues a push task.
 */
export async function notifyMember(tx: Tx, { bucket, memberId }: Addressee, { kind, params }: Message): Promise<void> {
  const id = newId();
  await sql`
    insert into members.message (bucket, member_id, id, kind, params, at)
    values (${bucket}::smallint, ${memberId}::uuid, ${id}::uuid, ${kind}, ${JSON.stringify(params)}::jsonb,
      clock.now())`.execute(tx.q);
  await sql`
    insert into members.push_task (bucket, member_id, message_id, next_at)
    select m.bucket, m.member_id, m.id, m.at from members.message m
    where ${ofMember({ bucket, memberId }, 'm')} and m.id = ${id}::uuid and exists (
      select 1 from members.push_subscription s where s.bucket = m.bucket and s.member_id = m.member_id
    )`.execute(tx.q);
  await sql`select pg_notify(${MESSAGE_TOLD}, ${memberId})`.execute(tx.q);
}

/** Lists a member's messages, of one filter or all, newest first. `before` is the id of a listed one (exclusive). */
export async function listMessages(
  db: Db,
  { bucket, memberId }: Addressee,
  { before, limit, filter }: { before?: string; limit: number; filter?: Filter },
): Promise<MessagePage> {
  const all = db.selectFrom('members.message').where(ofMember({ bucket, memberId }));
  const own = filter === undefined ? all : all.where(isListedBy(filter));
  const rows = await (before === undefined ? own : own.where('id', '<', before))
    .select(['id', 'kind', 'params', 'at', 'read_at'])
    .orderBy('id', 'desc')
    .limit(limit + 1)
    .execute();
  const { total } = await own.select((eb) => eb.fn.countAll<bigint>().as('total')).executeTakeFirstOrThrow();
  const unread = await all
    .where('read_at', 'is', null)
    .select((eb) => ['kind', eb.fn.countAll<bigint>().as('n')])
    .groupBy('kind')
    .execute();
  const unreadBy = Object.fromEntries(FILTERS.map((name) => [name, 0])) as Record<Filter, number>;
  for (const { kind, n } of unread) unreadBy[filterOf(kind)] += Number(n);
  const { page, nextCursor } = pageOf(rows, limit, (last) => last.id);
  const items = page.map((row) => ({
    id: row.id,
    kind: row.kind,
    params: row.params as Message['params'],
    atMs: row.at.getTime(),
    read: row.read_at !== null,
  }));
  return {
    items,
    nextCursor,
    total: Number(total),
    unread: filter === undefined ? FILTERS.reduce((sum, name) => sum + unreadBy[name], 0) : unreadBy[filter],
    unreadBy,
  };
}

/** SQL condition for the kinds that a filter lists. */
function isListedBy(filter: Filter): RawBuilder<boolean> {
  const starts = startsOf(filter) ?? NOT_ACCOUNT;
  const matches = sql<boolean>`exists (select from unnest(${starts}::text[]) s (start) where starts_with(kind, s.start))`;
  return filter === 'account' ? sql<boolean>`not ${matches}` : matches;
}

/**
 * Marks a message and all older ones as read, of one filter or all. Throws `not-found` for another member's message.
 */
export async function markRead(db: Db, { bucket, memberId }: Addressee, upTo: string, filter?: Filter): Promise<void> {
  await transaction(db, async (tx) => {
    const own = await tx.q
      .selectFrom('members.message')
      .select('id')
      .where(ofMember({ bucket, memberId }))
      .where('id', '=', upTo)
      .executeTakeFirst();
    if (!own) throw new Refusal('not-found');
    await tx.q
      .updateTable('members.message')
      .set({ read_at: await clockNow(tx.q) })
      .where(ofMember({ bucket, memberId }))
      .where('id', '<=', upTo)
      .where('read_at', 'is', null)
      .$if(filter !== undefined, (query) => query.where(isListedBy(filter ?? 'account')))
      .execute();
    // Updates the member's other screens.
    await sql`select pg_notify(${MESSAGE_TOLD}, ${memberId})`.execute(tx.q);
  });
}

export interface MoneyState {
  memberId: string;
  available: bigint;
  held: bigint;
  unread: number;
}

const MEMBERS_A_QUERY = 500;

/** Reads balances and unread counts of members with an open stream. */
export async function moneyStatesOf(db: Db, members: readonly Addressee[]): Promise<MoneyState[]> {
  const found: MoneyState[] = [];
  for (let from = 0; from < members.length; from += MEMBERS_A_QUERY) {
    const some = members.slice(from, from + MEMBERS_A_QUERY);
    const { rows } = await sql<{ member_id: string; available: bigint; held: bigint; unread: bigint }>`
      select b.member_id, b.available, b.held, (
        select count(*) from members.message m
        where m.bucket = b.bucket and m.member_id = b.member_id and m.read_at is null
      ) as unread
      from unnest(${some.map((one) => one.bucket)}::smallint[], ${some.map((one) => one.memberId)}::uuid[])
        q (bucket, member_id)
      join ledger.balance b on b.bucket = q.bucket and b.member_id = q.member_id`.execute(db);
    found.push(
      ...rows.map(({ member_id, available, held, unread }) => ({
        memberId: member_id,
        available,
        held,
        unread: Number(unread),
      })),
    );
  }
  return found;
}
