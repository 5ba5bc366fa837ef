import { sql } from 'kysely';
import { clockNow } from '../../db/clock.ts';
import { ofMember } from '../../db/member-rows.ts';
import type { Db } from '../../db/pool.ts';
import { type Tx, transaction } from '../../db/transaction.ts';
import { type PushDeps, type PushOutcome, subscriptionsOf } from './push.ts';
import { pushTime, readPushSettings } from './push-settings.ts';

/** Messages pushed at once. */
const AT_ONCE = 20;
const ATTEMPTS_MAX = 5;
/** Lease of a task, in seconds. Then another process may take it. */
const TAKEN_SECONDS = 120;
/** Wait after the first failed try; each further wait is four times as long. */
const WAIT_SECONDS = 30;
/** Older messages are not pushed; they are shown in the app. */
const AGE_HOURS_MAX = 24;

interface Task {
  bucket: number;
  memberId: string;
  messageId: string;
  /** Number of attempts, including this one. */
  attempts: number;
  kind: string;
  /** False when the message was read in the app or is too old. */
  wanted: boolean;
}

/**
 * Pushes due messages and returns how many were due. A push contains only the kind of an event; amounts and names stay
 * in the app. Several processes may run it, because each task is leased. A repeated push has the same topic, so the
 * browser shows it once.
 */
export async function pushDue(deps: PushDeps): Promise<number> {
  const due = await dueTasks(deps.db);
  await Promise.all(
    due.map(async (task) => {
      if (await take(deps.db, task)) await push(deps, task);
    }),
  );
  return due.length;
}

async function dueTasks(db: Db): Promise<Task[]> {
  const { rows } = await sql<Task>`
    select p.bucket, p.member_id as "memberId", p.message_id as "messageId", p.attempts + 1 as attempts,
      m.kind, m.read_at is null and m.at > c.now - make_interval(hours => ${AGE_HOURS_MAX}) as wanted
    from (select clock.now() as now) c
    cross join members.push_task p
    join members.message m on m.bucket = p.bucket and m.member_id = p.member_id and m.id = p.message_id
    where p.next_at <= c.now order by p.next_at limit ${AT_ONCE}`.execute(db);
  return rows;
}

/** Leases a task; false when another process has it. If a process dies, the lease expires. */
async function take(db: Db, task: Task): Promise<boolean> {
  return transaction(db, async (tx) => {
    const { numUpdatedRows } = await tx.q
      .updateTable('members.push_task')
      .set({ attempts: task.attempts, next_at: await secondsAhead(tx, TAKEN_SECONDS) })
      .where(ofMember(task))
      .where('message_id', '=', task.messageId)
      .where('attempts', '=', task.attempts - 1)
      .executeTakeFirst();
    return numUpdatedRows > 0n;
  });
}

async function push(deps: PushDeps, task: Task): Promise<void> {
  const time = pushTime(task.kind, await readPushSettings(deps.db, task), (await clockNow(deps.db)).getTime());
  if (task.wanted && typeof time === 'number') return delay(deps.db, task, time);
  const outcomes = task.wanted && time === 'now' ? await pushToAll(deps, task) : [];
  const isOver = !outcomes.includes('failed') || task.attempts >= ATTEMPTS_MAX;
  await (isOver ? drop(deps.db, task) : putOff(deps.db, task));
}

async function pushToAll(deps: PushDeps, task: Task): Promise<PushOutcome[]> {
  const account = { bucket: task.bucket, memberId: task.memberId };
  const payload = JSON.stringify({ kind: task.kind, id: task.messageId });
  const topic = task.messageId.replaceAll('-', '');
  const subscriptions = await subscriptionsOf(deps, account);
  return Promise.all(
    subscriptions.map(async ({ id, subscription }) => {
      const outcome = subscription ? await deps.sender.send(subscription, payload, topic) : 'failed';
      if (outcome === 'gone') await forget(deps.db, account, id);
      return outcome;
    }),
  );
}

async function forget(db: Db, { bucket, memberId }: { bucket: number; memberId: string }, id: string): Promise<void> {
  await transaction(db, async (tx) => {
    await tx.q
      .deleteFrom('members.push_subscription')
      .where(ofMember({ bucket, memberId }))
      .where('id', '=', id)
      .execute();
  });
}

async function drop(db: Db, task: Task): Promise<void> {
  await transaction(db, async (tx) => {
    await tx.q.deleteFrom('members.push_task').where(ofMember(task)).where('message_id', '=', task.messageId).execute();
  });
}

async function putOff(db: Db, task: Task): Promise<void> {
  await transaction(db, async (tx) => {
    await tx.q
      .updateTable('members.push_task')
      .set({ next_at: await secondsAhead(tx, WAIT_SECONDS * 4 ** (task.attempts - 1)) })
      .where(ofMember(task))
      .where('message_id', '=', task.messageId)
      .execute();
  });
}

/** Lets a task wait for the end of quiet hours. This does not count as an attempt. */
async function delay(db: Db, task: Task, untilMs: number): Promise<void> {
  await transaction(db, async (tx) => {
    await tx.q
      .updateTable('members.push_task')
      .set({ attempts: task.attempts - 1, next_at: new Date(untilMs) })
      .where(ofMember(task))
      .where('message_id', '=', task.messageId)
      .execute();
  });
}

async function secondsAhead(tx: Tx, seconds: number): Promise<Date> {
  return new Date((await clockNow(tx.q)).getTime() + seconds * 1_000);
}
