import { clockNow } from '../../db/clock.ts';
import { ofMember } from '../../db/member-rows.ts';
import type { Db } from '../../db/pool.ts';
import { type Tx, transaction } from '../../db/transaction.ts';
import type { Identity } from '../../identity.ts';
import { Refusal } from '../../refusal.ts';
import { isTimeZone, type QuietHours, quietUntilMs } from './quiet-hours.ts';
import { isSecurity, TOPICS, type Topic, topicOf } from './topics.ts';

/** What a member wants pushed, on all their browsers. */
export interface PushSettings {
  topics: Record<Topic, boolean>;
  quiet: QuietHours | null;
}

type Account = Pick<Identity, 'bucket' | 'memberId'>;

/** A member's settings; without a row, everything at any hour. */
export async function readPushSettings(q: Db | Tx['q'], account: Account): Promise<PushSettings> {
  const row = await q
    .selectFrom('members.push_setting')
    .select(['muted', 'quiet_from', 'quiet_to', 'time_zone'])
    .where(ofMember(account))
    .executeTakeFirst();
  const muted = row?.muted ?? [];
  const { quiet_from: from = null, quiet_to: to = null, time_zone: timeZone = null } = row ?? {};
  return {
    topics: Object.fromEntries(TOPICS.map((topic) => [topic, !muted.includes(topic)])) as PushSettings['topics'],
    quiet:
      from === null || to === null || timeZone === null ? null : { from: minutes(from), to: minutes(to), timeZone },
  };
}

/** Stores a member's settings. Throws `invalid-body` for an unknown time zone, and for quiet hours without a length. */
export async function setPushSettings(db: Db, { bucket, memberId }: Account, settings: PushSettings): Promise<void> {
  const { topics, quiet } = settings;
  if (quiet !== null && !isTimeZone(quiet.timeZone)) {
    throw new Refusal('invalid-body', {}, { 'quiet.timeZone': 'fill-in' });
  }
  if (quiet !== null && quiet.from === quiet.to) throw new Refusal('invalid-body', {}, { 'quiet.to': 'fill-in' });
  await transaction(db, async (tx) => {
    const values = {
      muted: TOPICS.filter((topic) => !topics[topic]),
      quiet_from: quiet?.from ?? null,
      quiet_to: quiet?.to ?? null,
      time_zone: quiet?.timeZone ?? null,
      set_at: await clockNow(tx.q),
    };
    await tx.q
      .insertInto('members.push_setting')
      .values({ bucket, member_id: memberId, ...values })
      .onConflict((on) => on.columns(['bucket', 'member_id']).doUpdateSet(values))
      .execute();
  });
}

/** `now`: push. `never`: the topic is muted. A number: quiet hours, which end then (Unix milliseconds). */
export type PushTime = 'now' | 'never' | number;

/** When to push a message of a kind. Security messages pass both switches and quiet hours. */
export function pushTime(kind: string, { topics, quiet }: PushSettings, nowMs: number): PushTime {
  if (isSecurity(kind)) return 'now';
  if (!topics[topicOf(kind)]) return 'never';
  return (quiet === null ? null : quietUntilMs(nowMs, quiet)) ?? 'now';
}

/** "22:00" of "22:00:00". */
function minutes(time: string): string {
  return time.slice(0, 5);
}
