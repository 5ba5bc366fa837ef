import { sql } from 'kysely';
import type { Tx } from '../db/transaction.ts';
import type { Identity } from '../identity.ts';
import { Refusal } from '../refusal.ts';

/** What a thread is about. */
export const SUBJECTS = ['question', 'payment', 'account', 'host', 'other'] as const;
export type Subject = (typeof SUBJECTS)[number];

/** Of all who write, within one thread; the table holds no more either. */
export const ENTRIES_MAX = 500;

/** Whose thread it is. */
export type Asker = Pick<Identity, 'bucket' | 'memberId'>;

/** The two who write to each other. */
export type Side = 'member' | 'house';

export interface LockedThread {
  subject: Subject;
  hostId: string | null;
  entries: number;
  waitsSince: Date | null;
  closedAt: Date | null;
  memberRead: number;
  houseRead: number;
}

/** Whoever writes, reads or closes takes turns on the row. Throws `not-found`. */
export async function lockThread(tx: Tx, { bucket, memberId }: Asker, id: string): Promise<LockedThread> {
  const row = await tx.q
    .selectFrom('desk.thread')
    .select(['subject', 'host_id', 'entries', 'waits_since', 'closed_at', 'member_read', 'house_read'])
    .where('bucket', '=', bucket)
    .where('member_id', '=', memberId)
    .where('id', '=', id)
    .forUpdate()
    .executeTakeFirst();
  if (!row) throw new Refusal('not-found');
  return {
    subject: row.subject as Subject,
    hostId: row.host_id,
    entries: row.entries,
    waitsSince: row.waits_since,
    closedAt: row.closed_at,
    memberRead: row.member_read,
    houseRead: row.house_read,
  };
}

/** NOTIFY channel; the payload is DeskNews as JSON: ids and numbers, never words. */
export const DESK_TOLD = 'desk';

/** What happened in a thread. Typing is told and kept nowhere. */
export interface DeskNews {
  memberId: string;
  threadId: string;
  what: 'entry' | 'read' | 'closed' | 'typing';
  by: Side;
}

/** Tells both sides once the transaction is committed. */
export async function tellDesk(tx: Tx, news: DeskNews): Promise<void> {
  await sql`select pg_notify(${DESK_TOLD}, ${JSON.stringify(news)})`.execute(tx.q);
}

/** Null for what none of us sent. */
export function readDeskNews(payload: string): DeskNews | null {
  try {
    const { memberId, threadId, what, by } = JSON.parse(payload);
    return typeof memberId === 'string' && typeof threadId === 'string' ? { memberId, threadId, what, by } : null;
  } catch {
    return null;
  }
}
