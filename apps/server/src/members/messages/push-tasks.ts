import { sql } from 'kysely';
import { clockNow } from '../../db/clock.ts';
import type { Db } from '../../db/pool.ts';
import { type Tx, transaction } from '../../db/transaction.ts';
import { type PushDeps, type PushOutcome, subscriptionsOf } from './push.ts';

/** Messages pushed at once. */
const AT_ONCE = 20;
const TRIES_MAX = 5;
/** Whoever takes a task has so long for it; then another may. */
const TAKEN_SECONDS = 120;
/** After the first try that failed; each time four times as long. */
const WAIT_SECONDS = 30;
/** What is older helps nobody who was not told in time: it stands in the app. */
const AGE_HOURS_MAX = 24;

interface Task {
  bucket: number;
  memberId: string;
  messageId: string;
  /** This one included. */
  tries: number;
  kind: string;
  /** Not where it was read in the app, or is too old. */
  wanted: boolean;
}

/**
 * Pushes messages that are due; returns how many were. Says no more than that something of a kind happened: amounts and
 * names stay in the app. May run in several processes: each task is one's at a time. A browser whose push failed gets
 * the message again under the same topic, so that it shows it once.
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
    select p.bucket, p.member_id as "memberId", p.message_id as "messageId", p.tries + 1 as tries,
      m.kind, m.read_at is null and m.at > c.now - make_interval(hours => ${AGE_HOURS_MAX}) as wanted
    from (select clock.now() as now) c
    cross join members.push_task p
    join members.message m on m.bucket = p.bucket and m.member_id = p.member_id and m.id = p.message_id
    where p.next_at <= c.now order by p.next_at limit ${AT_ONCE}`.execute(db);
  return rows;
}

/** Takes a task by putting it off, unless another process did: one that dies leaves it to the next. */
async function take(db: Db, task: Task): Promise<boolean> {
  return transaction(db, async (tx) => {
    const { numUpdatedRows } = await tx.q
      .updateTable('members.push_task')
      .set({ tries: task.tries, next_at: await secondsAhead(tx, TAKEN_SECONDS) })
      .where('bucket', '=', task.bucket)
      .where('member_id', '=', task.memberId)
      .where('message_id', '=', task.messageId)
      .where('tries', '=', task.tries - 1)
      .executeTakeFirst();
    return numUpdatedRows > 0n;
  });
}

async function push(deps: PushDeps, task: Task): Promise<void> {
  const outcomes = task.wanted ? await pushToAll(deps, task) : [];
  const isOver = !outcomes.includes('failed') || task.tries >= TRIES_MAX;
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
      .where('bucket', '=', bucket)
      .where('member_id', '=', memberId)
      .where('id', '=', id)
      .execute();
  });
}

async function drop(db: Db, task: Task): Promise<void> {
  await transaction(db, async (tx) => {
    await tx.q
      .deleteFrom('members.push_task')
      .where('bucket', '=', task.bucket)
      .where('member_id', '=', task.memberId)
      .where('message_id', '=', task.messageId)
      .execute();
  });
}

async function putOff(db: Db, task: Task): Promise<void> {
  await transaction(db, async (tx) => {
    await tx.q
      .updateTable('members.push_task')
      .set({ next_at: await secondsAhead(tx, WAIT_SECONDS * 4 ** (task.tries - 1)) })
      .where('bucket', '=', task.bucket)
      .where('member_id', '=', task.memberId)
      .where('message_id', '=', task.messageId)
      .execute();
  });
}

async function secondsAhead(tx: Tx, seconds: number): Promise<Date> {
  return new Date((await clockNow(tx.q)).getTime() + seconds * 1_000);
}
