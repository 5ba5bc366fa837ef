import { clockNow } from '../db/clock.ts';
import { ofMember } from '../db/member-rows.ts';
import type { Tx } from '../db/transaction.ts';
import { DAY_MS } from '../durations.ts';
import { Refusal } from '../refusal.ts';
import { type Asker, lockThread, notifyDesk } from './threads.ts';

// How staff share the conversations among themselves. Members see none of it, and nothing here closes a conversation.

/** Labels of a conversation. A closed list, so that no free text about a member collects here. */
export const LABELS = [
  'payout',
  'top-up',
  'bet',
  'account',
  'video',
  'host',
  'fault',
  'complaint',
  'follow-up',
] as const;
export type Label = (typeof LABELS)[number];

const SNOOZE_MS_MAX = 30 * DAY_MS;

/**
 * Gives a conversation to a staff member, or to nobody. `from` is the assignee that the caller saw; returns false if
 * `to` has it already. Throws `not-found`, and `already-set` if another person has it by now.
 */
export async function assignThread(
  tx: Tx,
  asker: Asker,
  id: string,
  { from, to }: { from: string | null; to: string | null },
): Promise<boolean> {
  const { assignedTo } = await lockThread(tx, asker, id);
  if (assignedTo === to) return false;
  if (assignedTo !== from) throw new Refusal('already-set');
  await write(tx, asker, id, { assigned_to: to, assigned_at: to === null ? null : await clockNow(tx.q) });
  return true;
}

/**
 * Takes an open conversation out of the inbox until a time, or puts it back (null). The member's next message ends it.
 * Throws `not-found`, `date-bad` for a time that has passed or is too far, `too-late` for a closed conversation.
 */
export async function snoozeThread(tx: Tx, asker: Asker, id: string, untilMs: number | null): Promise<void> {
  const { closedAt } = await lockThread(tx, asker, id);
  if (untilMs !== null) {
    if (closedAt !== null) throw new Refusal('too-late');
    const nowMs = (await clockNow(tx.q)).getTime();
    if (untilMs <= nowMs || untilMs > nowMs + SNOOZE_MS_MAX) {
      throw new Refusal('date-bad', {}, { untilMs: 'date-bad' });
    }
  }
  await write(tx, asker, id, { snoozed_until: untilMs === null ? null : new Date(untilMs) });
}

/** Replaces the labels of a conversation; returns those before. Throws `not-found`. */
export async function labelThread(tx: Tx, asker: Asker, id: string, labels: readonly Label[]): Promise<string[]> {
  const { labels: before } = await lockThread(tx, asker, id);
  await write(tx, asker, id, { labels: LABELS.filter((label) => labels.includes(label)) });
  return before;
}

/** Adds a label. Returns the labels before and after, or null if it had the label. Throws `not-found`. */
export async function addLabel(
  tx: Tx,
  asker: Asker,
  id: string,
  label: Label,
): Promise<{ before: string[]; after: string[] } | null> {
  const { labels: before } = await lockThread(tx, asker, id);
  if (before.includes(label)) return null;
  const after = LABELS.filter((one) => one === label || before.includes(one));
  await write(tx, asker, id, { labels: after });
  return { before, after };
}

interface Handling {
  assigned_to?: string | null;
  assigned_at?: Date | null;
  snoozed_until?: Date | null;
  labels?: string[];
}

/** Changes the row, which the caller has locked, and tells the colleagues. */
async function write(tx: Tx, asker: Asker, id: string, change: Handling): Promise<void> {
  await tx.q.updateTable('desk.thread').set(change).where(ofMember(asker)).where('id', '=', id).execute();
  await notifyDesk(tx, { memberId: asker.memberId, threadId: id, what: 'handled', by: 'house' });
}
