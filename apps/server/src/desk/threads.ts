import { sql } from 'kysely';
import { ofMember } from '../db/member-rows.ts';
import type { Tx } from '../db/transaction.ts';
import type { Identity } from '../identity.ts';
import { Refusal } from '../refusal.ts';

/** Subjects of a conversation. */
export const SUBJECTS = ['question', 'payment', 'account', 'host', 'other'] as const;
export type Subject = (typeof SUBJECTS)[number];

/** Maximum entries of one conversation; a table constraint has the same limit. */
export const ENTRIES_MAX = 500;

/** The member of the conversation. */
export type Asker = Pick<Identity, 'bucket' | 'memberId'>;

/** The two sides of a conversation. */
export type Side = 'member' | 'house';

export interface LockedThread {
  subject: Subject;
  hostId: string | null;
  entries: number;
  waitsSince: Date | null;
  closedAt: Date | null;
  memberRead: number;
  houseRead: number;
  /** Staff account that has the conversation; null: nobody. */
  assignedTo: string | null;
  labels: string[];
}

/** Locks a conversation's row, so that writes, reads and closing run one after the other. Throws `not-found`. */
export async function lockThread(tx: Tx, { bucket, memberId }: Asker, id: string): Promise<LockedThread> {
  const row = await tx.q
    .selectFrom('desk.thread')
    .select(['subject', 'host_id', 'entries', 'waits_since', 'closed_at', 'member_read', 'house_read'])
    .select(['assigned_to', 'labels'])
    .where(ofMember({ bucket, memberId }))
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
    assignedTo: row.assigned_to,
    labels: row.labels,
  };
}

/** NOTIFY channel; the payload is DeskNews as JSON: ids, numbers and names of staff, never members' texts. */
export const DESK_TOLD = 'desk';

/** An event of a conversation. Typing is sent and not stored; `handled` is for staff alone. */
export interface DeskNews {
  memberId: string;
  threadId: string;
  what: 'entry' | 'read' | 'closed' | 'typing' | 'handled';
  by: Side;
  /** Who types for the house. For staff alone. */
  staff?: { id: string; name: string };
}

/** Notifies after the commit. */
export async function notifyDesk(tx: Tx, news: DeskNews): Promise<void> {
  await sql`select pg_notify(${DESK_TOLD}, ${JSON.stringify(news)})`.execute(tx.q);
}

/** Parses a NOTIFY payload; null if it is not one of ours. */
export function readDeskNews(payload: string): DeskNews | null {
  try {
    const { memberId, threadId, what, by, staff } = JSON.parse(payload);
    if (typeof memberId !== 'string' || typeof threadId !== 'string') return null;
    return { memberId, threadId, what, by, ...(staff === undefined ? {} : { staff }) };
  } catch {
    return null;
  }
}
